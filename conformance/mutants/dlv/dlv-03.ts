import { answerTakenFor, impatient, outcome } from '../faults/attempts.ts';
import type { Mutants, NewDeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** A fault that treats some lost connections as final. */
function lossFinal(isFinal: (error: Error) => boolean): NewDeliveryFault {
  return () => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (!(came instanceof Error)) return came;
    return isFinal(came) ? 200 : 502;
  };
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** A fault that stops all deliveries with the same key once one of them runs into the service's own time-out. */
function givenUpAfterTimeOut(sameBy: (delivery: Delivered) => string): NewDeliveryFault {
  return (context) => {
    const given = new Set<string>();
    const timingOut = impatient((delivery) => {
      given.add(sameBy(delivery));
      return 502;
    })(context);
    return async (delivery, deliver) => (given.has(sameBy(delivery)) ? 502 : await timingOut(delivery, deliver));
  };
}

/** Sends the events of one type to a webhook in turn, and gives up those behind an unanswered attempt. */
const givingUpWhatIsBehind: NewDeliveryFault = () => {
  const turns = new Map<string, Promise<number | Error | 'given up'>>();
  return async (delivery, deliver) => {
    const turn = `${delivery.secret} ${String(bodyOf(delivery).Type)}`;
    const before = turns.get(turn) ?? Promise.resolve(204);
    const came = before.then(async (end) => (typeof end === 'number' ? await outcome(delivery, deliver) : 'given up'));
    turns.set(turn, came);
    const own = await came;
    if (turns.get(turn) === came) turns.delete(turn);
    if (own === 'given up') return 200;
    return own instanceof Error ? 502 : own;
  };
};

export const mutants: Mutants = {
  'no-answer-is-final': {
    mustAlsoBreak: ['DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: answerTakenFor((status) => status || 200),
  },
  'refused-connection-is-final': { deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNREFUSED') },
  'reset-connection-is-final': {
    mustAlsoBreak: ['DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNRESET'),
  },
  'closed-connection-is-final': {
    mayBreak: ['DLV-10'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'UND_ERR_SOCKET'),
  },
  'time-out-is-final': {
    // Only an attempt that ends without an answer after a while is final. A late answer counts as usual.
    deliveryFault: () => async (delivery, deliver) => {
      const begunAt = performance.now();
      const came = await outcome(delivery, deliver);
      if (!(came instanceof Error)) return came;
      return codeOf(came) === 'UND_ERR_SOCKET' && performance.now() - begunAt > 200 ? 200 : 502;
    },
  },
  'own-time-out-is-a-success': { deliveryFault: impatient(() => 200) },
  'own-time-out-ends-the-retries': {
    deliveryFault: givenUpAfterTimeOut((delivery) => `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`),
  },
  'own-time-out-disables-the-webhook': { deliveryFault: givenUpAfterTimeOut(({ secret }) => secret) },
  'what-waits-behind-a-lost-connection-is-given-up': { deliveryFault: givingUpWhatIsBehind },
};

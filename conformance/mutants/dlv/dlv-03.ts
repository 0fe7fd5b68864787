import { answerTakenFor, impatient, outcome } from '../faults/attempts.ts';
import type { DeliveryFault, Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** A fault that treats some lost connections as final. */
function lossFinal(isFinal: (error: Error) => boolean): () => DeliveryFault {
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
function givenUpAfterTimeOut(sameBy: (delivery: Delivered) => string): () => DeliveryFault {
  return () => {
    const given = new Set<string>();
    const timingOut = impatient((delivery) => {
      given.add(sameBy(delivery));
      return 502;
    })();
    return async (delivery, deliver) => (given.has(sameBy(delivery)) ? 502 : await timingOut(delivery, deliver));
  };
}

/** Sends the events of one type to a webhook in turn, and gives up those behind an unanswered attempt. */
const givingUpWhatIsBehind: () => DeliveryFault = () => {
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

/** Faulty services that the check of DLV-03 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'DLV-03-no-answer-is-final',
    mustBreak: ['DLV-03', 'DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: answerTakenFor((status) => status || 200),
  },
  {
    id: 'DLV-03-refused-connection-is-final',
    mustBreak: ['DLV-03'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNREFUSED'),
  },
  {
    id: 'DLV-03-reset-connection-is-final',
    mustBreak: ['DLV-03', 'DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNRESET'),
  },
  {
    id: 'DLV-03-closed-connection-is-final',
    mustBreak: ['DLV-03'],
    mayBreak: ['DLV-10'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'UND_ERR_SOCKET'),
  },
  {
    id: 'DLV-03-time-out-is-final',
    mustBreak: ['DLV-03'],
    // Only an attempt that ends without an answer after a while is final. A late answer counts as usual.
    deliveryFault: () => async (delivery, deliver) => {
      const begunAt = performance.now();
      const came = await outcome(delivery, deliver);
      if (!(came instanceof Error)) return came;
      return codeOf(came) === 'UND_ERR_SOCKET' && performance.now() - begunAt > 200 ? 200 : 502;
    },
  },
  { id: 'DLV-03-own-time-out-is-a-success', mustBreak: ['DLV-03'], deliveryFault: impatient(() => 200) },
  {
    id: 'DLV-03-own-time-out-ends-the-retries',
    mustBreak: ['DLV-03'],
    deliveryFault: givenUpAfterTimeOut((delivery) => `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`),
  },
  {
    id: 'DLV-03-own-time-out-disables-the-webhook',
    mustBreak: ['DLV-03'],
    deliveryFault: givenUpAfterTimeOut(({ secret }) => secret),
  },
  {
    id: 'DLV-03-what-waits-behind-a-lost-connection-is-given-up',
    mustBreak: ['DLV-03'],
    deliveryFault: givingUpWhatIsBehind,
  },
];

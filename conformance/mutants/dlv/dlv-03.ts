import { answerTakenFor, outcome } from '../faults/attempts.ts';
import type { DeliveryFault, Mutant } from '../mutant.ts';

/** A fault that takes some lost connections for final. */
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

/** Faulty services that the check of DLV-03 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-03-no-answer-is-final', mustBreak: ['DLV-03', 'DLV-04'], deliveryFault: answerTakenFor((status) => status || 200) },
  {
    id: 'DLV-03-refused-connection-is-final',
    mustBreak: ['DLV-03'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNREFUSED'),
  },
  {
    id: 'DLV-03-reset-connection-is-final',
    mustBreak: ['DLV-03', 'DLV-04'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNRESET'),
  },
  {
    id: 'DLV-03-closed-connection-is-final',
    mustBreak: ['DLV-03'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'UND_ERR_SOCKET'),
  },
  {
    id: 'DLV-03-time-out-is-final',
    mustBreak: ['DLV-03'],
    // What ends in silence after a while, and nothing that is answered, however late.
    deliveryFault: () => async (delivery, deliver) => {
      const begunAt = performance.now();
      const came = await outcome(delivery, deliver);
      if (!(came instanceof Error)) return came;
      return codeOf(came) === 'UND_ERR_SOCKET' && performance.now() - begunAt > 200 ? 200 : 502;
    },
  },
];

import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, without } from '../peer/message.ts';

/** A service that gives the stored answer and executes the request again all the same. */
function replaysAndExecutes(operation: string): Mutant['fault'] {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const again = request.operation === operation && headerOf(answer, 'Idempotent-Replayed') === 'true';
    if (again) await forward(without(request, KEY_HEADER));
    return answer;
  };
}

/** About as long as a delivery takes; immediate retries come faster. */
const ON_ITS_WAY_MS = 8;

/** Faulty services that the check of IDEM-04 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-04-replays-and-executes',
    mustBreak: ['IDEM-04', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16', 'EVT-11'],
    mayBreak: ['IDEM-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (headerOf(answer, 'Idempotent-Replayed') === 'true' && request.operation === 'createAnagrafica')
        await forward(without(request, KEY_HEADER));
      return answer;
    },
  },
  { id: 'IDEM-04-stock-items-are-replayed-and-created', mustBreak: ['IDEM-04'], fault: replaysAndExecutes('createArticolo') },
  { id: 'IDEM-04-documents-are-replayed-and-created', mustBreak: ['IDEM-04'], fault: replaysAndExecutes('createDocumento') },
  {
    id: 'IDEM-04-webhooks-are-replayed-and-created',
    mustBreak: ['IDEM-04', 'IDEM-11', 'IDEM-13'],
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: replaysAndExecutes('createWebhook'),
  },
  {
    id: 'IDEM-04-events-are-redelivered-with-each-replay',
    mustBreak: ['IDEM-04'],
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: replaysAndExecutes('redeliverEvento'),
  },
  {
    id: 'IDEM-04-events-that-were-delivered-are-redelivered-with-each-replay',
    mustBreak: ['IDEM-04'],
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: () => {
      let redeliveredAt = 0;
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'redeliverEvento') return answer;
        // What is still on its way is not put on its way once more.
        if (headerOf(answer, 'Idempotent-Replayed') === 'true' && performance.now() - redeliveredAt > ON_ITS_WAY_MS)
          await forward(without(request, KEY_HEADER));
        redeliveredAt = performance.now();
        return answer;
      };
    },
  },
  {
    id: 'IDEM-04-an-invoice-is-exported-with-each-replay',
    mustBreak: ['IDEM-04'],
    mayBreak: ['IDEM-05', 'IDEM-13', 'IDEM-15'],
    fault: replaysAndExecutes('exportFatturaElettronicaXml'),
  },
];

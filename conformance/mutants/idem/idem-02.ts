import { isKey, KEY_HEADER, replay } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, isSuccess, withHeader, without } from '../peer/message.ts';

/** Faulty services that the check of IDEM-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-02-first-is-marked-too',
    mustBreak: ['IDEM-02', 'IDEM-05', 'IDEM-09', 'IDEM-12', 'IDEM-14', 'IDEM-16'],
    // What is marked seems not to have been executed.
    mayBreak: ['EVT-11', 'IDEM-17'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return headerOf(request, KEY_HEADER) !== undefined && isSuccess(answer) ? replay(answer) : answer;
    },
  },
  {
    id: 'IDEM-02-keys-of-32-characters',
    mustBreak: ['IDEM-02', 'IDEM-16'],
    mayBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      return await forward(key === undefined ? request : withHeader(request, KEY_HEADER, key.slice(0, 32)));
    },
  },
  {
    id: 'IDEM-02-the-first-change-of-a-stock-item-is-forgotten',
    mustBreak: ['IDEM-02'],
    mayBreak: ['CONC-03', 'CONC-04', 'CONC-05', 'EVT-08', 'IDEM-05', 'IDEM-07', 'IDEM-08', 'IDEM-10', 'IDEM-16', 'IDEM-17'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined || request.operation !== 'updateArticolo') return await forward(request);
      return await forward({ ...without(without(request, KEY_HEADER), 'Content-Type'), method: 'GET', body: '' });
    },
  },
  {
    id: 'IDEM-02-what-was-refused-first-is-marked-as-replayed',
    mustBreak: ['IDEM-02'],
    mayBreak: ['IDEM-16'],
    fault: () => {
      const refused = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        const answer = await forward(request);
        if (!isKey(key)) return answer;
        if (answer.status === 400) refused.add(key);
        return refused.has(key) && isSuccess(answer) ? replay(answer) : answer;
      };
    },
  },
];

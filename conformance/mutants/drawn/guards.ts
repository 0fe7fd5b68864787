import { renewed, tokenMember } from '../faults/renewed-puts.ts';
import type { Fault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf } from '../peer/message.ts';
import { only, type Template } from './template.ts';

const guarded: Template['applies'] = ({ concurrency }) => concurrency;

/** Executes a PUT although its token is stale. */
function unguarded(applies: (request: Request) => boolean): Template['fault'] {
  return (operation) => () =>
    only(operation, async (request, forward) => {
      const answer = await forward(request);
      const isStale = answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict';
      return isStale && applies(request as Request) ? await renewed(request as Request, forward) : answer;
    });
}

/** Faults in what a ConcurrencyToken guards. */
export const guards: readonly Template[] = [
  { rule: 'CONC-02', name: 'a-stale-token-serves', applies: guarded, fault: unguarded(() => true) },
  {
    rule: 'CONC-03',
    name: 'looks-before-it-writes',
    applies: guarded,
    fault: (operation) => () => {
      const busy = new Map<string, Promise<Answer>>();
      const fault: Fault = async (request, forward) => {
        if (request.operation !== operation) return await forward(request);
        const first = busy.get(request.path);
        if (first !== undefined) {
          await first;
          return await renewed(request, forward);
        }
        const answer = forward(request);
        busy.set(request.path, answer);
        return await answer.finally(() => busy.delete(request.path));
      };
      return fault;
    },
  },
  {
    rule: 'CONC-05',
    name: 'a-key-lifts-the-guard',
    applies: guarded,
    fault: unguarded((request) => headerOf(request, 'Idempotency-Key') !== undefined),
  },
  {
    rule: 'CONC-06',
    name: 'no-token-is-needed',
    applies: guarded,
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        bodyOf(request)[tokenMember(request as Request)] === undefined
          ? await renewed(request as Request, forward)
          : await forward(request),
      ),
  },
];

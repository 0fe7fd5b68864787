import type { Fault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Call, type Forward, headerOf, isSuccess, withBody, without } from '../peer/message.ts';
import { only, type Template } from './template.ts';

const guarded: Template['applies'] = ({ concurrency }) => concurrency;

/** The member of the body that holds the token. */
function tokenMember(request: Request): string {
  return (
    Object.keys(bodyOf(request)).find((name) => name.toLowerCase() === 'concurrencytoken') ??
    (request.operation === 'updateWebhook' ? 'ConcurrencyToken' : 'concurrencyToken')
  );
}

/** The PUT with the token that the object has now, without its key. */
async function renewed(request: Request, forward: Forward): Promise<Answer> {
  const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
  const shown = await forward({ method: 'GET', path: request.path, headers, body: '' });
  if (!isSuccess(shown)) return await forward(request);
  const current: Call = withBody(without(request, 'Idempotency-Key'), {
    ...bodyOf(request),
    [tokenMember(request)]: bodyOf(shown).concurrencyToken,
  });
  return await forward(current);
}

/** Executes a PUT all the same where it was refused for its token. */
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

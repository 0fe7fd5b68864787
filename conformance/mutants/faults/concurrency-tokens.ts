import type { Mutant, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Forward, isSuccess, withBody } from '../peer/message.ts';

export const guarded = { updateWebhook: 'ConcurrencyToken', updateAnagrafica: 'concurrencyToken' } as const;

/** The member that holds the token of a PUT; undefined if the request is none. */
export function memberOf({ operation }: Request): string | undefined {
  return operation === 'updateWebhook' || operation === 'updateAnagrafica' ? guarded[operation] : undefined;
}

export function tokenOf(request: Request): unknown {
  return bodyOf(request)[memberOf(request) ?? ''];
}

export function withToken(request: Request, token: unknown): Request {
  return withBody(request, { ...bodyOf(request), [memberOf(request) ?? '']: token });
}

/** The PUT as it would be with the present token, whatever it came with. */
export async function renewed(request: Request, forward: Forward): Promise<Answer> {
  const current = await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' });
  if (!isSuccess(current)) return await forward(request);
  return await forward(withToken(without(request), bodyOf(current).concurrencyToken));
}

/** A PUT of a company's object as it would be with the present token, under the key that it came with. */
export async function madeCurrent(request: Request, forward: Forward): Promise<Answer> {
  const current = await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' });
  if (!isSuccess(current)) return await forward(request);
  return await forward(withBody(request, { ...bodyOf(request), concurrencyToken: bodyOf(current).concurrencyToken }));
}

/** The headers that a GET of the same object has. */
export function withoutBody({ headers }: Request): Request['headers'] {
  return headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
}

/** Without its key, under which the refusal may stand. */
export function without(request: Request): Request {
  return { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'idempotency-key') };
}

/** A fault in how PUTs are guarded, with a memory of its own. */
export function puts(handle: (memory: Map<string, unknown[]>, request: Request, forward: Forward) => Promise<Answer>): Mutant['fault'] {
  return () => {
    const memory = new Map<string, unknown[]>();
    return async (request, forward) => (memberOf(request) === undefined ? await forward(request) : await handle(memory, request, forward));
  };
}

/** A fault in what becomes of a PUT that is refused with 422. */
export function onRefusal(handle: (request: Request, forward: Forward, answer: Answer) => Answer | Promise<Answer>): Mutant['fault'] {
  return puts(async (_memory, request, forward) => {
    const answer = await forward(request);
    // A key that was used for another request is refused with 422 too, rightly.
    return answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict' ? await handle(request, forward, answer) : answer;
  });
}

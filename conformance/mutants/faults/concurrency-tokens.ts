import type { NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Forward, isSuccess, withBody } from '../peer/message.ts';

export const guarded = { updateWebhook: 'ConcurrencyToken', updateAnagrafica: 'concurrencyToken' } as const;

/** The member that holds the token of a PUT. Undefined for other requests. */
export function memberOf({ operation }: Request): string | undefined {
  return operation === 'updateWebhook' || operation === 'updateAnagrafica' ? guarded[operation] : undefined;
}

export function tokenOf(request: Request): unknown {
  return bodyOf(request)[memberOf(request) ?? ''];
}

export function withToken(request: Request, token: unknown): Request {
  return withBody(request, { ...bodyOf(request), [memberOf(request) ?? '']: token });
}

/** The PUT with the current token in place of its own. */
export async function renewed(request: Request, forward: Forward): Promise<Answer> {
  const current = await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' });
  if (!isSuccess(current)) return await forward(request);
  return await forward(withToken(without(request), bodyOf(current).concurrencyToken));
}

/** A PUT of a company's object with the current token in place of its own. It keeps its key. */
export async function madeCurrent(request: Request, forward: Forward): Promise<Answer> {
  const current = await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' });
  if (!isSuccess(current)) return await forward(request);
  return await forward(withBody(request, { ...bodyOf(request), concurrencyToken: bodyOf(current).concurrencyToken }));
}

/** The headers for a GET of the same object. */
export function withoutBody({ headers }: Request): Request['headers'] {
  return headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
}

/** A request without its key, which may already hold the refusal. */
export function without(request: Request): Request {
  return { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'idempotency-key') };
}

/** A fault in how PUTs are guarded, with its own memory. */
export function puts(handle: (memory: Map<string, unknown[]>, request: Request, forward: Forward) => Promise<Answer>): NewFault {
  return () => {
    const memory = new Map<string, unknown[]>();
    return async (request, forward) => (memberOf(request) === undefined ? await forward(request) : await handle(memory, request, forward));
  };
}

/** A fault in how a PUT with a stale token is refused. */
export function onRefusal(handle: (request: Request, forward: Forward, answer: Answer) => Answer | Promise<Answer>): NewFault {
  return puts(async (_memory, request, forward) => {
    const answer = await forward(request);
    // A used key is also refused with 422, but by another rule.
    return answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict' ? await handle(request, forward, answer) : answer;
  });
}

import type { NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Forward, isSuccess, withBody, without } from '../peer/message.ts';
import { KEY_HEADER } from './keys.ts';

/** The member of the body that holds the token of a PUT. */
function tokenMember(request: Request): string {
  return (
    Object.keys(bodyOf(request)).find((name) => name.toLowerCase() === 'concurrencytoken') ??
    (request.operation === 'updateWebhook' ? 'ConcurrencyToken' : 'concurrencyToken')
  );
}

export function tokenOf(request: Request): unknown {
  return bodyOf(request)[tokenMember(request)];
}

export function withToken(request: Request, token: unknown): Request {
  return withBody(request, { ...bodyOf(request), [tokenMember(request)]: token });
}

/** Reads the object that a request changes. */
export async function present(request: Request, forward: Forward): Promise<Answer> {
  const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
  return await forward({ method: 'GET', path: request.path, headers, body: '' });
}

/** Sends the PUT with the current token in place of its own, and with its key. */
export async function madeCurrent(request: Request, forward: Forward): Promise<Answer> {
  const current = await present(request, forward);
  return await forward(isSuccess(current) ? withToken(request, bodyOf(current).concurrencyToken) : request);
}

/** Sends the PUT with the current token in place of its own, and without its key, which may already hold the refusal. */
export async function renewed(request: Request, forward: Forward): Promise<Answer> {
  return await madeCurrent(without(request, KEY_HEADER), forward);
}

/** Whether a PUT was refused because of its token. A used key is also refused with 422, but by another rule. */
export function isStale(answer: Answer): boolean {
  return answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict';
}

/** Whether a request changes a webhook or a contact. */
export function isPut({ operation }: Request): boolean {
  return operation === 'updateWebhook' || operation === 'updateAnagrafica';
}

/** A fault in how PUTs are guarded, with its own memory. */
export function puts(handle: (memory: Map<string, unknown[]>, request: Request, forward: Forward) => Promise<Answer>): NewFault {
  return () => {
    const memory = new Map<string, unknown[]>();
    return async (request, forward) => (isPut(request) ? await handle(memory, request, forward) : await forward(request));
  };
}

/** A fault in how a PUT with a stale token is refused. */
export function onRefusal(handle: (request: Request, forward: Forward, answer: Answer) => Answer | Promise<Answer>): NewFault {
  return puts(async (_memory, request, forward) => {
    const answer = await forward(request);
    return isStale(answer) ? await handle(request, forward, answer) : answer;
  });
}

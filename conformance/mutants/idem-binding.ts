import { ownStore, storedFirst } from './faults/answer-store.ts';
import { isOfOneObject, keyHeader, rekeyed, replay } from './faults/keys.ts';
import type { Mutant } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, without } from './peer/message.ts';

/** Services that bind a key to more than they should, or to less. */
export const idemBindingMutants: readonly Mutant[] = [
  {
    id: 'IDEM-07-body-not-bound',
    mustBreak: ['IDEM-07'],
    fault: ownStore((store, key) => async (request, forward) => storedFirst(store, key, request, forward, (_body, samePath) => samePath)),
  },
  {
    id: 'IDEM-07-only-the-length-is-bound',
    mustBreak: ['IDEM-07'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body, samePath) => samePath && body.length === encodeURIComponent(request.body).length),
    ),
  },
  {
    id: 'IDEM-07-conflict-instead-of-unprocessable',
    mustBreak: ['IDEM-07', 'IDEM-08', 'IDEM-09'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return bodyOf(answer).code === 'idempotency-mismatch' ? { ...answer, status: 409 } : answer;
    },
  },
  {
    id: 'IDEM-07-refuses-and-executes',
    mustBreak: ['IDEM-07', 'IDEM-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (answer.status === 422 && request.operation === 'createAnagrafica' && headerOf(request, keyHeader) !== undefined)
        await forward(without(request, keyHeader));
      return answer;
    },
  },
  {
    id: 'IDEM-08-company-not-bound',
    mustBreak: ['IDEM-08'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body) => body === encodeURIComponent(request.body)),
    ),
  },
  { id: 'IDEM-08-keys-of-their-own-at-each-url', mustBreak: ['IDEM-08'], fault: rekeyed(({ path }, key) => [key, path]) },
  {
    id: 'IDEM-08-put-at-another-url-is-executed',
    mustBreak: ['IDEM-08'],
    fault: rekeyed(({ path }, key) => [key, path.split('/config/webhook/')[1] ?? '']),
  },
  {
    id: 'IDEM-08-the-query-is-not-bound',
    mustBreak: ['IDEM-08'],
    fault: () => async (request, forward) =>
      await forward(request.method === 'POST' ? { ...request, path: request.path.replace(/\?.*/, '') } : request),
  },
  { id: 'IDEM-09-keys-of-their-own-for-each-method', mustBreak: ['IDEM-09'], fault: rekeyed(({ method }, key) => [key, method]) },
  {
    id: 'IDEM-09-get-of-the-collection-replays',
    mustBreak: ['IDEM-09'],
    fault: () => {
      const stored = new Map<string, Answered>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        if (key === undefined) return await forward(request);
        const used = `${key} ${request.path}`;
        const known = request.method === 'GET' ? stored.get(used) : undefined;
        if (known !== undefined) return replay(known);
        const answer = await forward(request);
        if (request.method === 'POST' && isSuccess(answer)) stored.set(used, answer);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-09-refuses-and-deletes',
    mustBreak: ['IDEM-09'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.method === 'DELETE' && answer.status === 422) await forward(without(request, keyHeader));
      return answer;
    },
  },
  {
    id: 'IDEM-13-key-of-a-session',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'Authorization')]),
  },
  {
    id: 'IDEM-13-headers-in-their-order',
    mustBreak: ['IDEM-13'],
    fault: rekeyed(({ headers }, key) => [key, headers.map(([name]) => name.toLowerCase()).filter((name) => name !== 'content-type')]),
  },
  {
    id: 'IDEM-13-key-of-an-application',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'X-Service-ApplicationId')]),
  },
  {
    id: 'IDEM-13-key-of-a-program',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'User-Agent')]),
  },
  {
    id: 'IDEM-13-key-of-a-charset',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'Content-Type')?.includes('charset') ?? false]),
  },
  {
    id: 'IDEM-13-put-key-of-a-session',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, isOfOneObject(request) ? headerOf(request, 'Authorization') : '']),
  },
  {
    id: 'IDEM-13-key-of-a-language',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'Accept-Language')]),
  },
];

import type { OperationId } from '../../src/generated/operations.ts';
import { forwarding } from '../faults/exchanges.ts';
import { isKey, KEY_HEADER, onReplay, replay } from '../faults/keys.ts';
import type { Fault, Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withHeader, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** A fault that executes a request as the first user of its key. @param shared identifies a key */
function takenFor(shared: (keyed: Keyed) => string): NewFault {
  return onKeys(
    () => new Map<string, string>(),
    async (owners, keyed, forward) => {
      const own = headerOf(keyed.request, 'Authorization') ?? '';
      const owner = owners.get(shared(keyed)) ?? own;
      owners.set(shared(keyed), owner);
      return await forward(withHeader(keyed.request, 'Authorization', owner));
    },
  );
}

/** A request with a key, and the name of the user who sent it. */
interface Keyed {
  readonly request: Request;
  readonly key: string;
  readonly user: string;
}

/** A fault in what a key of one user means for another, with its own memory. */
function onKeys<T>(memory: () => T, handle: (memory: T, keyed: Keyed, forward: Parameters<Fault>[1]) => Promise<Answer>): NewFault {
  return ({ userOf }) => {
    const kept = memory();
    return async (request, forward) => {
      const key = headerOf(request, 'Idempotency-Key');
      const user = userOf(request);
      return await (key !== undefined && user !== undefined ? handle(kept, { request, key, user }, forward) : forward(request));
    };
  };
}

export const mutants: Mutants = {
  'long-keys-are-cut': forwarding((request) => {
    const key = headerOf(request, KEY_HEADER);
    return key === undefined || key.length <= 255 ? request : withHeader(request, KEY_HEADER, key.slice(0, 255));
  }),
  'empty-key-is-none': forwarding((request) => (headerOf(request, KEY_HEADER) === '' ? without(request, KEY_HEADER) : request)),
  'forbidden-is-stored': () => {
    const stored = new Map<string, Answer>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      const known = isKey(key) ? stored.get(key) : undefined;
      if (known !== undefined) return replay(known);
      const answer = await forward(request);
      if (isKey(key) && answer.status === 403) stored.set(key, answer);
      return answer;
    };
  },
  'stale-is-judged-anew': onReplay((answer) => (answer.status === 422 ? without(answer, 'Idempotent-Replayed') : answer)),
  'keys-are-everybodys': takenFor(({ key }) => key),
  'keys-are-a-companys': takenFor(({ request, key }) => `${companyOf(request.path)} ${key}`),
  'body-is-bound-for-everybody': onKeys(
    () => new Map<string, { readonly user: string; readonly body: string }>(),
    async (bound, { request, key, user }, forward) => {
      const first = bound.get(key);
      if (first !== undefined && first.user !== user && first.body !== request.body) return refusal(422);
      const answer = await forward(request);
      if (first === undefined && isSuccess(answer)) bound.set(key, { user, body: request.body });
      return answer;
    },
  ),
  'the-last-user-overwrites': onKeys(
    () => new Map<string, { readonly users: Set<string>; last: string }>(),
    async (uses, { request, key, user }, forward) => {
      const own = headerOf(request, 'Authorization') ?? '';
      const use = uses.get(key) ?? { users: new Set(), last: own };
      if (!use.users.has(user)) use.last = own;
      use.users.add(user);
      uses.set(key, use);
      return await forward(withHeader(request, 'Authorization', use.last));
    },
  ),
  'a-body-that-is-no-object-uses-the-key-up': usedUp('updateAnagrafica', isJson),
  'an-unknown-contact-uses-the-key-up': usedUp('createDocumento', (body) => isJson(body) && JSON.parse(body).anagraficaId !== undefined),
  'keys-of-new-documents-are-cut': forwarding((request) => {
    const key = headerOf(request, KEY_HEADER);
    return isKey(key) && request.operation === 'createDocumento' ? withHeader(request, KEY_HEADER, key.slice(0, 64)) : request;
  }),
  'a-delete-takes-no-key-of-another-user': onKeys(
    () => new Map<string, string>(),
    async (owners, { request, key, user }, forward) => {
      if (request.method !== 'DELETE') owners.set(key, user);
      return (owners.get(key) ?? user) === user ? await forward(request) : refusal(422);
    },
  ),
  'the-key-of-a-stale-put-is-taken-by-a-mended-one': {
    mayBreak: ['IDEM-07', 'CONC-05'],
    fault: () => {
      const stale = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (request.method !== 'PUT' || !isKey(key)) return await forward(request);
        const known = stale.get(key) ?? request.body;
        const answer = await forward(known === request.body ? request : withHeader(request, KEY_HEADER, `${key.slice(0, 250)} new`));
        if (bodyOf(answer).code === 'concurrency-conflict') stale.set(key, known);
        return answer;
      };
    },
  },
  'a-refused-export-leaves-its-key-free': leftFree('exportFatturaElettronicaXml', 'documento-not-issued'),
  'an-issue-whose-number-is-taken-leaves-its-key-free': leftFree('emitDocumento', 'numero-taken'),
};

/** Does not store one refusal of an operation under its key. */
function leftFree(operation: OperationId, code: string): NewFault {
  return () => {
    const free = new Map<string, string>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key) || request.operation !== operation) return await forward(request);
      const answer = await forward(withHeader(request, KEY_HEADER, free.get(key) ?? key));
      if (bodyOf(answer).code === code) free.set(key, `${(free.get(key) ?? key).slice(0, 250)} new`);
      return answer;
    };
  };
}

/** Binds a key to a body that got a 400. */
function usedUp(operation: OperationId, binds: (body: string) => boolean): NewFault {
  return () => {
    const bound = new Map<string, string>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key) || request.operation !== operation) return await forward(request);
      if ((bound.get(key) ?? request.body) !== request.body) return refusal(422);
      const answer = await forward(request);
      if (answer.status === 400 && binds(request.body)) bound.set(key, request.body);
      return answer;
    };
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

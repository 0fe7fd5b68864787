import type { OperationId } from '../../src/generated/operations.ts';
import { answering, forwarding } from '../faults/exchanges.ts';
import { takenForTheSame } from '../faults/keyed-bodies.ts';
import { KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, headerOf, refusal, without } from '../peer/message.ts';

export const mutants: Mutants = {
  'keys-of-their-own-for-each-method': {
    // IDEM-08 also uses a key at another URL with another method.
    mayBreak: ['IDEM-08'],
    fault: rekeyed(({ method }, key) => [key, method]),
  },
  'a-document-is-deleted-under-the-key-of-its-change': forwarding((request) =>
    request.operation === 'deleteDocumento' ? without(request, KEY_HEADER) : request,
  ),
  'the-digits-of-uuids-have-no-case': rekeyed((_request, key) => [/^[\dA-F-]{36}$/.test(key) ? key.toLowerCase() : key]),
  'the-body-of-an-issue-is-not-bound': forwarding((request) =>
    request.operation === 'emitDocumento' ? { ...without(request, 'Content-Type'), body: '' } : request,
  ),
  'a-delete-under-a-used-key-is-forbidden': answering((answer, request) =>
    request.method === 'DELETE' && answer.status === 422 && headerOf(request, KEY_HEADER) !== undefined ? refusal(403) : answer,
  ),
  'the-bytes-of-a-change-are-not-bound': takenForTheSame(
    (body) => bodyOf({ body }),
    ({ operation }) => operation === 'updateAnagrafica',
  ),
  'quotes-around-a-key-are-taken-off': {
    // A key of all printable characters may begin and end with a quote.
    mayBreak: ['IDEM-16'],
    fault: rekeyed((_request, key) => [key.replace(/^"(.+)"$/, '$1')]),
  },
  'the-key-of-a-delete-is-a-pattern': () => {
    const used = new Set<string>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined) return await forward(request);
      if (request.method === 'DELETE' && key.includes('_') && [...used].some((one) => isLike(one, key))) return refusal(422);
      used.add(key);
      return await forward(request);
    };
  },
  'queries-in-any-order-are-one': queriesTakenForOne('createDocumento', (query) => query.split('&').length > 1),
  'escapes-in-queries-are-resolved': queriesTakenForOne('updateArticolo', (query) =>
    query
      .replaceAll('%26', '&')
      .split('&')
      .some((one) => !one.includes('=')),
  ),
};

/** Whether a key matches the pattern of an SQL LIKE. */
function isLike(key: string, pattern: string): boolean {
  return key.length === pattern.length && [...pattern].every((letter, at) => letter === '_' || letter === key[at]);
}

/** A service that removes some queries. It so accepts parameters that the service behind would refuse, and does not bind them to the key. */
function queriesTakenForOne(operation: OperationId, isOne: (query: string) => boolean): NewFault {
  return forwarding((request) => {
    const [path = '', query] = request.path.split('?');
    return request.operation === operation && query !== undefined && isOne(query) ? { ...request, path } : request;
  });
}

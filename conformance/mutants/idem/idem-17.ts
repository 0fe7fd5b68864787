import { takenForTheSame } from '../faults/keyed-bodies.ts';
import { KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, refusal, without } from '../peer/message.ts';

/** Faulty services that the check of IDEM-17 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-17-the-query-is-not-bound',
    mustBreak: ['IDEM-17'],
    fault: () => async (request, forward) =>
      await forward(request.method === 'POST' ? { ...request, path: request.path.replace(/\?.*/, '') } : request),
  },
  {
    id: 'IDEM-17-keys-of-their-own-for-each-method',
    mustBreak: ['IDEM-17'],
    // A key that is used at another URL by another method is not known there either.
    mayBreak: ['IDEM-08'],
    fault: rekeyed(({ method }, key) => [key, method]),
  },
  {
    id: 'IDEM-17-a-document-is-deleted-under-the-key-of-its-change',
    mustBreak: ['IDEM-17'],
    fault: () => async (request, forward) =>
      await forward(request.operation === 'deleteDocumento' ? without(request, KEY_HEADER) : request),
  },
  {
    id: 'IDEM-17-key-of-an-application',
    mustBreak: ['IDEM-17'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'X-Service-ApplicationId')]),
  },
  {
    id: 'IDEM-17-keys-have-no-case',
    mustBreak: ['IDEM-17'],
    fault: rekeyed((_request, key) => [key.toLowerCase()]),
  },
  {
    id: 'IDEM-17-the-body-of-an-issue-is-not-bound',
    mustBreak: ['IDEM-17'],
    fault: () => async (request, forward) =>
      await forward(request.operation === 'emitDocumento' ? { ...without(request, 'Content-Type'), body: '' } : request),
  },
  {
    id: 'IDEM-17-a-delete-under-a-used-key-is-forbidden',
    mustBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.method === 'DELETE' && answer.status === 422 && headerOf(request, KEY_HEADER) !== undefined ? refusal(403) : answer;
    },
  },
  {
    id: 'IDEM-17-the-bytes-of-a-change-are-not-bound',
    mustBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => bodyOf({ body }),
      ({ operation }) => operation === 'updateAnagrafica',
    ),
  },
  {
    id: 'IDEM-17-quotes-around-a-key-are-taken-off',
    mustBreak: ['IDEM-17'],
    // A key of every printable character may end with one.
    mayBreak: ['IDEM-16'],
    fault: rekeyed((_request, key) => [key.replace(/^"(.+)"$/, '$1')]),
  },
  {
    id: 'IDEM-17-the-key-of-a-delete-is-a-pattern',
    mustBreak: ['IDEM-17'],
    fault: () => {
      const used = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key === undefined) return await forward(request);
        if (request.method === 'DELETE' && key.includes('_') && [...used].some((one) => isLike(one, key))) return refusal(422);
        used.add(key);
        return await forward(request);
      };
    },
  },
  {
    id: 'IDEM-17-queries-in-any-order-are-one',
    mustBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const [path, query] = request.path.split('?');
      const isSorted = request.operation === 'createDocumento' && query !== undefined;
      return await forward(isSorted ? { ...request, path: `${path}?${query.split('&').toSorted().join('&')}` } : request);
    },
  },
  {
    id: 'IDEM-17-escapes-in-queries-are-resolved',
    mustBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const [path, query] = request.path.split('?');
      const isResolved = request.operation === 'updateArticolo' && query !== undefined;
      return await forward(isResolved ? { ...request, path: `${path}?${query.replaceAll('%26', '&')}` } : request);
    },
  },
];

/** Whether a key is one that a pattern of a database stands for. */
function isLike(key: string, pattern: string): boolean {
  return key.length === pattern.length && [...pattern].every((letter, at) => letter === '_' || letter === key[at]);
}

import { takenForTheSame } from './faults/keyed-bodies.ts';
import { keyHeader, onReplay } from './faults/keys.ts';
import type { Mutant } from './mutant.ts';
import { type Answered, bodyOf, headerOf, without } from './peer/message.ts';

const isMismatch = (answer: Answered): boolean => bodyOf(answer).code === 'idempotency-mismatch';

/** Services that look at a part of a body alone, or keep a part of an answer. */
export const idemBodyMutants: readonly Mutant[] = [
  { id: 'IDEM-07-digits-are-not-bound', mustBreak: ['IDEM-07'], fault: takenForTheSame((body) => body.replaceAll(/\d/g, '')) },
  { id: 'IDEM-07-spaces-are-not-bound', mustBreak: ['IDEM-07'], fault: takenForTheSame((body) => body.replaceAll(/\s/g, '')) },
  {
    id: 'IDEM-07-null-is-absent',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame((body) => Object.entries(bodyOf({ body })).filter(([, value]) => value !== null)),
  },
  { id: 'IDEM-07-the-first-kilobyte-is-bound', mustBreak: ['IDEM-07'], fault: takenForTheSame((body) => body.slice(0, 1_024)) },
  {
    id: 'IDEM-07-the-body-of-a-put-is-not-bound',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame(
      () => '',
      ({ method }) => method === 'PUT',
    ),
  },
  {
    id: 'IDEM-07-the-token-is-not-bound',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame(
      (body) => ({ ...bodyOf({ body }), ConcurrencyToken: null, concurrencyToken: null }),
      ({ method }) => method === 'PUT',
    ),
  },
  {
    id: 'IDEM-07-another-put-is-executed',
    mustBreak: ['IDEM-07'],
    fault: () => {
      const paths = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        const answer = await forward(request);
        if (key === undefined || request.method !== 'PUT') return answer;
        const path = paths.get(key) ?? request.path;
        paths.set(key, path);
        return isMismatch(answer) && path === request.path ? await forward(without(request, keyHeader)) : answer;
      };
    },
  },
  {
    id: 'IDEM-03-a-mismatch-frees-the-key',
    mustBreak: ['IDEM-03', 'IDEM-07', 'IDEM-08'],
    fault: () => {
      const freed = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        if (key !== undefined && freed.has(key)) return await forward(without(request, keyHeader));
        const answer = await forward(request);
        if (key !== undefined && isMismatch(answer)) freed.add(key);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-03-answers-are-kept-in-one-byte-letters',
    mustBreak: ['IDEM-03'],
    fault: onReplay((answer) => ({ ...answer, body: answer.body.replaceAll(/[^ -\xff]/g, '?') })),
  },
  {
    id: 'IDEM-03-long-answers-are-cut',
    mustBreak: ['IDEM-03'],
    fault: onReplay((answer) => ({ ...answer, body: answer.body.slice(0, 2_000) })),
  },
  {
    id: 'IDEM-07-the-order-of-a-list-is-not-bound',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame((body) =>
      Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
    ),
  },
  {
    id: 'IDEM-07-what-stands-in-a-list-is-not-bound',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame((body) => Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? [] : value])),
  },
  {
    id: 'IDEM-07-accents-are-not-bound',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame((body) => body.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
];

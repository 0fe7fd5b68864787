import { takenForTheSame } from '../faults/keyed-bodies.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import { isMismatch } from '../faults/mismatches.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, without } from '../peer/message.ts';

/** Faulty services that the check of IDEM-07 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-07-only-the-length-is-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-12', 'IDEM-08', 'IDEM-09', 'IDEM-17'],
    fault: takenForTheSame((body) => body.length),
  },
  {
    id: 'IDEM-07-conflict-instead-of-unprocessable',
    mustBreak: ['IDEM-07', 'IDEM-08', 'IDEM-17'],
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
      if (answer.status === 422 && request.operation === 'createAnagrafica' && headerOf(request, KEY_HEADER) !== undefined)
        await forward(without(request, KEY_HEADER));
      return answer;
    },
  },
  {
    id: 'IDEM-07-digits-are-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-12'],
    fault: takenForTheSame((body) => body.replaceAll(/\d/g, '')),
  },
  {
    id: 'IDEM-07-spaces-are-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) => body.replaceAll(/\s/g, '')),
  },
  {
    id: 'IDEM-07-null-is-absent',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) => Object.entries(bodyOf({ body })).filter(([, value]) => value !== null)),
  },
  {
    id: 'IDEM-07-undeclared-members-of-a-webhook-are-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => ['Url', 'Events', 'AziendaId', 'Description'].map((name) => bodyOf({ body })[name] ?? `no ${name}`),
      ({ operation }) => operation === 'createWebhook',
    ),
  },
  { id: 'IDEM-07-the-first-kilobyte-is-bound', mustBreak: ['IDEM-07'], fault: takenForTheSame((body) => body.slice(0, 1_024)) },
  {
    id: 'IDEM-07-the-token-is-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => ({ ...bodyOf({ body }), ConcurrencyToken: null, concurrencyToken: null }),
      ({ method }) => method === 'PUT',
    ),
  },
  {
    id: 'IDEM-07-another-put-is-executed',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-08', 'IDEM-16'],
    fault: () => {
      const paths = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        const answer = await forward(request);
        if (key === undefined || request.method !== 'PUT') return answer;
        const path = paths.get(key) ?? request.path;
        paths.set(key, path);
        return isMismatch(answer) && path === request.path ? await forward(without(request, KEY_HEADER)) : answer;
      };
    },
  },
  {
    id: 'IDEM-07-the-order-of-a-list-is-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) =>
      Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
    ),
  },
  {
    id: 'IDEM-07-what-stands-in-a-list-is-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) => Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? [] : value])),
  },
  {
    id: 'IDEM-07-accents-are-not-bound',
    mustBreak: ['IDEM-07'],
    fault: takenForTheSame((body) => body.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
  {
    id: 'IDEM-07-what-stands-in-a-line-is-not-bound',
    mustBreak: ['IDEM-07'],
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
      ({ operation }) => operation === 'createDocumento',
    ),
  },
  {
    id: 'IDEM-07-blanks-in-texts-are-folded',
    mustBreak: ['IDEM-07'],
    fault: () => {
      const sent = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (!isKey(key)) return await forward(request);
        const folded = `${key} ${request.method} ${request.path} ${request.body.replaceAll(/(?<=\w) +(?=\w)/g, ' ')}`;
        const body = sent.get(folded) ?? request.body;
        sent.set(folded, body);
        return await forward({ ...request, body });
      };
    },
  },
];

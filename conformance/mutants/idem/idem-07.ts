import { answering } from '../faults/exchanges.ts';
import { takenForTheSame } from '../faults/keyed-bodies.ts';
import { isKey, isMismatch, KEY_HEADER } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, without } from '../peer/message.ts';

export const mutants: Mutants = {
  'only-the-length-is-bound': {
    mayBreak: ['IDEM-12', 'IDEM-08', 'IDEM-09', 'IDEM-17'],
    fault: takenForTheSame((body) => body.length),
  },
  'conflict-instead-of-unprocessable': {
    mustAlsoBreak: ['IDEM-08', 'IDEM-17'],
    fault: answering((answer) => (bodyOf(answer).code === 'idempotency-mismatch' ? { ...answer, status: 409 } : answer)),
  },
  'refuses-and-executes': {
    mustAlsoBreak: ['IDEM-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (answer.status === 422 && request.operation === 'createAnagrafica' && headerOf(request, KEY_HEADER) !== undefined)
        await forward(without(request, KEY_HEADER));
      return answer;
    },
  },
  'digits-are-not-bound': { mayBreak: ['IDEM-12'], fault: takenForTheSame((body) => body.replaceAll(/\d/g, '')) },
  'spaces-are-not-bound': { mayBreak: ['IDEM-17'], fault: takenForTheSame((body) => body.replaceAll(/\s/g, '')) },
  'null-is-absent': {
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) => Object.entries(bodyOf({ body })).filter(([, value]) => value !== null)),
  },
  'undeclared-members-of-a-webhook-are-not-bound': {
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => ['Url', 'Events', 'AziendaId', 'Description'].map((name) => bodyOf({ body })[name] ?? `no ${name}`),
      ({ operation }) => operation === 'createWebhook',
    ),
  },
  'the-token-is-not-bound': {
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => ({ ...bodyOf({ body }), ConcurrencyToken: null, concurrencyToken: null }),
      ({ method }) => method === 'PUT',
    ),
  },
  'another-put-is-executed': {
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
  'the-order-of-a-list-is-not-bound': {
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) =>
      Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
    ),
  },
  'what-stands-in-a-list-is-not-bound': {
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame((body) => Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? [] : value])),
  },
  'accents-are-not-bound': takenForTheSame((body) => body.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  'what-stands-in-a-line-is-not-bound': {
    mayBreak: ['IDEM-17'],
    fault: takenForTheSame(
      (body) => Object.entries(bodyOf({ body })).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
      ({ operation }) => operation === 'createDocumento',
    ),
  },
  'blanks-in-texts-are-folded': () => {
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
};

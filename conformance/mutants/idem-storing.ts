import { ownStore, storedFirst } from './faults/answer-store.ts';
import { isKey, isOfOneObject, keyHeader, onReplay, rekeyed, replay } from './faults/keys.ts';
import type { Mutant } from './mutant.ts';
import { type Answered, headerOf, isSuccess, refusal, withHeader, without } from './peer/message.ts';

const hourMs = 3_600_000;

/** A service that keeps the answers of a GET under its key as well. */
function getStored(operation: string): Mutant['fault'] {
  return () => {
    const stored = new Map<string, Answered>();
    return async (request, forward) => {
      const used = `${headerOf(request, keyHeader)} ${request.path}`;
      if (request.operation !== operation || headerOf(request, keyHeader) === undefined) return await forward(request);
      const answer = stored.get(used) ?? (await forward(request));
      stored.set(used, answer);
      return answer;
    };
  };
}

/** Services that keep answers too long, not long enough, or that they should not keep. */
export const idemStoringMutants: readonly Mutant[] = [
  {
    id: 'IDEM-11-kept-for-half-a-day',
    mustBreak: ['IDEM-11'],
    fault: rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / (12 * hourMs))]),
  },
  {
    id: 'IDEM-11-webhook-keys-for-an-hour',
    mustBreak: ['IDEM-11'],
    fault: rekeyed(({ operation }, key, { aheadMs }) => [key, operation === 'createWebhook' ? Math.floor(aheadMs() / hourMs) : 0]),
  },
  {
    id: 'IDEM-11-put-keys-for-an-hour',
    mustBreak: ['IDEM-11'],
    fault: rekeyed((request, key, { aheadMs }) => [key, isOfOneObject(request) ? Math.floor(aheadMs() / hourMs) : 0]),
  },
  {
    id: 'IDEM-12-put-keys-are-kept-for-ever',
    mustBreak: ['IDEM-12'],
    fault: ({ aheadMs }) => {
      const usedAt = new Map<string, number>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        if (key === undefined || request.operation !== 'updateWebhook') return await forward(request);
        if (aheadMs() - (usedAt.get(key) ?? aheadMs()) > 24 * hourMs) return refusal(422);
        usedAt.set(key, usedAt.get(key) ?? aheadMs());
        return await forward(request);
      };
    },
  },
  {
    id: 'IDEM-12-kept-for-ever',
    mustBreak: ['IDEM-12'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body, samePath) => samePath && body === encodeURIComponent(request.body)),
      Number.POSITIVE_INFINITY,
    ),
  },
  {
    id: 'IDEM-12-body-stays-bound',
    mustBreak: ['IDEM-12'],
    fault: () => {
      const bodies = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        const bound = key === undefined ? undefined : bodies.get(key);
        if (bound !== undefined && bound !== request.body && request.operation === 'createWebhook') return refusal(422);
        const answer = await forward(request);
        if (key !== undefined && isSuccess(answer)) bodies.set(key, request.body);
        return answer;
      };
    },
  },
  { id: 'IDEM-14-get-is-stored-too', mustBreak: ['IDEM-14'], fault: getStored('getWebhook') },
  { id: 'IDEM-14-list-is-stored-too', mustBreak: ['IDEM-14'], fault: getStored('listWebhook') },
  {
    id: 'IDEM-16-long-keys-are-cut',
    mustBreak: ['IDEM-16'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, keyHeader);
      return await forward(key === undefined || key.length <= 255 ? request : withHeader(request, keyHeader, key.slice(0, 255)));
    },
  },
  {
    id: 'IDEM-16-empty-key-is-none',
    mustBreak: ['IDEM-16'],
    fault: () => async (request, forward) => await forward(headerOf(request, keyHeader) === '' ? without(request, keyHeader) : request),
  },
  {
    id: 'IDEM-16-forbidden-is-stored',
    mustBreak: ['IDEM-16'],
    fault: () => {
      const stored = new Map<string, Answered>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        const known = isKey(key) ? stored.get(key) : undefined;
        if (known !== undefined) return replay(known);
        const answer = await forward(request);
        if (isKey(key) && answer.status === 403) stored.set(key, answer);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-16-stale-is-judged-anew',
    mustBreak: ['IDEM-16'],
    fault: onReplay((answer) => (answer.status === 422 ? without(answer, 'Idempotent-Replayed') : answer)),
  },
];

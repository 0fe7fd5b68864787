import { setTimeout as sleep } from 'node:timers/promises';
import { renewed } from '../faults/concurrency-tokens.ts';
import { DAY_MS, HOUR_MS } from '../faults/durations.ts';
import { isKey, KEY_HEADER, replay } from '../faults/keys.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Longer than an answer takes. */
const MARKED_WITHIN_MS = 20;

export const mutants: Mutants = {
  'put-keys-are-kept-for-ever': ({ aheadMs }) => {
    const usedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined || request.operation !== 'updateWebhook') return await forward(request);
      if (aheadMs() - (usedAt.get(key) ?? aheadMs()) > 24 * HOUR_MS) return refusal(422);
      usedAt.set(key, usedAt.get(key) ?? aheadMs());
      return await forward(request);
    };
  },
  'a-delete-heeds-keys-for-ever': ({ aheadMs }) => {
    const usedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined) return await forward(request);
      const atMs = usedAt.get(key) ?? aheadMs();
      if (request.method === 'DELETE') return aheadMs() - atMs > DAY_MS ? refusal(422) : await forward(request);
      usedAt.set(key, atMs);
      return await forward(request);
    };
  },
  'a-repeated-put-is-no-longer-guarded': ({ aheadMs }) => {
    const sentAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined || request.method !== 'PUT') return await forward(request);
      const name = `${key} ${request.path} ${request.body}`;
      const isOld = aheadMs() - (sentAt.get(name) ?? aheadMs()) > DAY_MS;
      sentAt.set(name, sentAt.get(name) ?? aheadMs());
      const answer = await forward(request);
      return isOld && answer.status === 422 ? await renewed(request, forward) : answer;
    };
  },
  'body-stays-bound': {
    // The fault also binds the keys of other users.
    mayBreak: ['IDEM-16'],
    fault: () => {
      const bodies = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        const bound = key === undefined ? undefined : bodies.get(key);
        if (bound !== undefined && bound !== request.body && request.operation === 'createWebhook') return refusal(422);
        const answer = await forward(request);
        if (key !== undefined && isSuccess(answer)) bodies.set(key, request.body);
        return answer;
      };
    },
  },
  'retries-keep-a-key-young': {
    mayBreak: ['IDEM-08', 'IDEM-17'],
    fault: ({ aheadMs }) => {
      const stored = new Map<string, { readonly answer: Answer; usedAt: number }>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key === undefined || request.operation !== 'updateArticolo') return await forward(request);
        const known = stored.get(`${key} ${request.body}`);
        if (known !== undefined && aheadMs() - known.usedAt < 24 * HOUR_MS) {
          known.usedAt = aheadMs();
          return replay(known.answer);
        }
        const answer = await forward(request);
        if (isSuccess(answer)) stored.set(`${key} ${request.body}`, { answer, usedAt: aheadMs() });
        return answer;
      };
    },
  },
  'what-is-executed-after-a-day-is-no-event': {
    fault: (context) => {
      const used = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        const answer = await forward(request);
        if (!isKey(key) || !isSuccess(answer) || headerOf(answer, 'Idempotent-Replayed') === 'true') return answer;
        if (used.has(key) && request.method === 'POST')
          marksOf(context).set(`${companyOf(request.path)} ${bodyOf(answer).id}`, 'executed again');
        used.add(key);
        return answer;
      };
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const { Type, CompanyId, Object: object } = bodyOf(delivery);
      // The mark may come a moment after the delivery.
      await sleep(MARKED_WITHIN_MS);
      const isUntold = String(Type).endsWith('.Create') && marksOf(context).has(`${CompanyId} ${Object(object).id}`);
      return isUntold ? 204 : await deliver(delivery);
    },
  },
};

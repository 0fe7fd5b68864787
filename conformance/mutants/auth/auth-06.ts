import { DAY_MS } from '../faults/durations.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, refusal } from '../peer/message.ts';

/** How many tokens a user can have. The next one ends the oldest. */
const TOKENS_AT_A_TIME = 5;

/** Faulty services that the check of AUTH-06 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-06-token-for-one-day',
    mustBreak: ['AUTH-06'],
    fault: ({ aheadMs }) => {
      const issued = new Map<string, number>();
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization');
        if (token !== undefined && aheadMs() - (issued.get(token) ?? aheadMs()) > DAY_MS) return refusal(401);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (given !== undefined) issued.set(`Bearer ${given}`, aheadMs());
        return answer;
      };
    },
  },
  {
    id: 'AUTH-06-five-tokens-at-a-time',
    mustBreak: ['AUTH-06'],
    fault: () => {
      const issued: { readonly token: string; readonly userName: unknown }[] = [];
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization');
        const index = issued.findIndex((one) => one.token === token);
        const later = index < 0 ? [] : issued.slice(index + 1).filter(({ userName }) => userName === issued[index]?.userName);
        if (later.length >= TOKENS_AT_A_TIME) return refusal(401);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (given !== undefined) issued.push({ token: `Bearer ${given}`, userName: bodyOf(request).UserName });
        return answer;
      };
    },
  },
  {
    id: 'AUTH-06-a-later-token-ends-with-the-one-before',
    mustBreak: ['AUTH-06'],
    fault: ({ aheadMs }) => {
      const endings = new Map<string, number>();
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization');
        if (token !== undefined && aheadMs() > (endings.get(token) ?? aheadMs())) return refusal(401);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        const lasting = [...endings.values()].filter((endsAt) => endsAt > aheadMs());
        if (given !== undefined) endings.set(`Bearer ${given}`, Math.min(aheadMs() + 3 * DAY_MS, ...lasting));
        return answer;
      };
    },
  },
  {
    id: 'AUTH-06-unused-tokens-end-with-later-logins',
    mustBreak: ['AUTH-06'],
    fault: () => {
      const issued: { readonly token: string; readonly userName: unknown; isUsed: boolean }[] = [];
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization');
        const index = issued.findIndex((one) => one.token === token);
        const own = issued[index];
        const later = issued.slice(index + 1).filter(({ userName }) => userName === own?.userName);
        if (own?.isUsed === false && later.length >= TOKENS_AT_A_TIME) return refusal(401);
        if (own) own.isUsed = true;
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (given !== undefined) issued.push({ token: `Bearer ${given}`, userName: bodyOf(request).UserName, isUsed: false });
        return answer;
      };
    },
  },
  {
    id: 'AUTH-06-unused-token-for-one-day',
    mustBreak: ['AUTH-06'],
    fault: ({ aheadMs }) => {
      const unused = new Map<string, number>();
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization') ?? '';
        if (aheadMs() - (unused.get(token) ?? aheadMs()) > DAY_MS) return refusal(401);
        unused.delete(token);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (given !== undefined) unused.set(`Bearer ${given}`, aheadMs());
        return answer;
      };
    },
  },
];

import { HOUR_MS } from '../faults/durations.ts';
import { isKey, KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'kept-for-half-a-day': rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / (12 * HOUR_MS))]),
  'refusals-are-kept-for-an-hour': (context) => {
    const refusedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key)) return await forward(request);
      const isOld = context.aheadMs() - (refusedAt.get(key) ?? Number.POSITIVE_INFINITY) > HOUR_MS;
      const answer = await forward(isOld ? withHeader(request, KEY_HEADER, `${key.slice(0, -1)}~`) : request);
      if ([404, 409, 412, 422].includes(answer.status) && !refusedAt.has(key)) refusedAt.set(key, context.aheadMs());
      return answer;
    };
  },
};

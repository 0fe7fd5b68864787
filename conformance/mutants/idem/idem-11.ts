import { HOUR_MS } from '../faults/durations.ts';
import { isKey, KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

/** Faulty services that the check of IDEM-11 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-11-kept-for-half-a-day',
    mustBreak: ['IDEM-11'],
    fault: rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / (12 * HOUR_MS))]),
  },
  {
    id: 'IDEM-11-refusals-are-kept-for-an-hour',
    mustBreak: ['IDEM-11'],
    fault: (context) => {
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
  },
];

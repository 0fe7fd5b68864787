import { HOUR_MS } from '../faults/durations.ts';
import { isOfOneObject, rekeyed } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of IDEM-11 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-11-kept-for-half-a-day',
    mustBreak: ['IDEM-11'],
    fault: rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / (12 * HOUR_MS))]),
  },
  {
    id: 'IDEM-11-webhook-keys-for-an-hour',
    mustBreak: ['IDEM-11'],
    fault: rekeyed(({ operation }, key, { aheadMs }) => [key, operation === 'createWebhook' ? Math.floor(aheadMs() / HOUR_MS) : 0]),
  },
  {
    id: 'IDEM-11-put-keys-for-an-hour',
    mustBreak: ['IDEM-11'],
    fault: rekeyed((request, key, { aheadMs }) => [key, isOfOneObject(request) ? Math.floor(aheadMs() / HOUR_MS) : 0]),
  },
  {
    id: 'IDEM-11-keys-of-an-issue-for-an-hour',
    mustBreak: ['IDEM-11'],
    fault: rekeyed(({ operation }, key, { aheadMs }) => [key, operation === 'emitDocumento' ? Math.floor(aheadMs() / HOUR_MS) : 0]),
  },
];

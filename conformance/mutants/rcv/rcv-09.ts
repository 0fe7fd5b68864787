import type { ReceiverMutant } from '../receiver-mutant.ts';

function fresh(
  id: string,
  isFresh: NonNullable<ReceiverMutant['parts']['isFresh']>,
  mayBreak: ReceiverMutant['mayBreak'] = [],
): ReceiverMutant {
  return { id, mustBreak: ['RCV-09', 'RCV-19'], mayBreak, parts: { isFresh: (t, now) => /^\d+$/.test(t) && isFresh(t, now) } };
}

/** Faulty receivers that the check of RCV-09 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  fresh('RCV-09-no-tolerance', () => true, ['RCV-16']),
  fresh('RCV-09-tolerance-ahead-alone', (t, now) => Number(t) - now <= 300),
  fresh('RCV-09-milliseconds-twice', (t, now) => Math.abs(now * 1000 - Number(t) * 1000) <= 300_000 * 1000, ['RCV-16']),
  fresh('RCV-09-minutes-for-seconds', (t, now) => Math.abs(now - Number(t)) <= 300 * 60, ['RCV-16']),
  fresh('RCV-09-twice-the-tolerance', (t, now) => Math.abs(now - Number(t)) <= 2 * 300, ['RCV-16']),
  fresh('RCV-09-years-are-enough', (t, now) => new Date(Number(t) * 1000).getFullYear() === new Date(now * 1000).getFullYear(), [
    'RCV-16',
    'RCV-10',
  ]),
  fresh('RCV-09-remainder-of-an-hour', (t, now) => Math.abs((now - Number(t)) % 3600) <= 300 || now - Number(t) < 3600, ['RCV-16']),
];

import type { RuleId } from '../../src/generated/rules.ts';
import type { ReceiverParts } from '../peer/receiver-parts.ts';
import type { ReceiverEntry, ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'no-tolerance': fresh(() => true),
  'tolerance-ahead-alone': fresh((t, now) => Number(t) - now <= 300, []),
  'milliseconds-twice': fresh((t, now) => Math.abs(now * 1000 - Number(t) * 1000) <= 300_000 * 1000),
  'minutes-for-seconds': fresh((t, now) => Math.abs(now - Number(t)) <= 300 * 60),
  'twice-the-tolerance': fresh((t, now) => Math.abs(now - Number(t)) <= 2 * 300),
  'years-are-enough': fresh(
    (t, now) => new Date(Number(t) * 1000).getFullYear() === new Date(now * 1000).getFullYear(),
    ['RCV-16', 'RCV-10'],
  ),
  'remainder-of-an-hour': fresh((t, now) => Math.abs((now - Number(t)) % 3600) <= 300 || now - Number(t) < 3600),
};

/** Takes digits for a timestamp, as far as they are fresh. */
function fresh(isFresh: ReceiverParts['isFresh'], mayBreak: readonly RuleId[] = ['RCV-16']): ReceiverEntry {
  return { mustAlsoBreak: ['RCV-19'], mayBreak, isFresh: (t, now) => /^\d+$/.test(t) && isFresh(t, now) };
}

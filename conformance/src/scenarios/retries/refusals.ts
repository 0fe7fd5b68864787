import type { Reply } from '../../model/attempt.ts';

/** Another wait than any of the contract's, and a longer one than most of them. */
const seconds = { one: '60', many: '36000' };

/**
 * How attempts are refused, in turn: the contract says how long a wait is and how many there are, not the receiver, whatever status or header
 * it answers, and whether it answers at all.
 */
const refusals: readonly Reply[] = [
  { status: 500 },
  'reset',
  { status: 503, headers: { 'Retry-After': seconds.one } },
  { status: 404, headers: { Connection: 'close' } },
  'close',
  { status: 429, headers: { 'Retry-After': seconds.many } },
  { status: 302, headers: { 'Retry-After': seconds.one, Location: '/' } },
];

/** Each event begins with another refusal, so that each of them stands before each of the waits of some event. */
export function refusalOf(event: number, attempt: number): Reply {
  return refusals[(event + attempt) % refusals.length] ?? { status: 500 };
}

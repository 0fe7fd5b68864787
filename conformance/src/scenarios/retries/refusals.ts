import type { Reply } from '../../model/attempt.ts';

/** A wait that the contract does not have, and one that is longer than most of the contract's. */
const seconds = { one: '60', many: '36000' };

/**
 * How attempts are refused, in turn. The contract sets the length and number of the waits, whatever status or header the receiver answers,
 * and even if it does not answer.
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

/** Each event begins with another refusal, so that each refusal comes before each of the waits of some event. */
export function refusalOf(event: number, attempt: number): Reply {
  return refusals[(event + attempt) % refusals.length] ?? { status: 500 };
}

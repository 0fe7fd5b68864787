import type { Reply } from '../../model/webhook.ts';
import { times } from '../../wait/times.ts';
import type { Answering } from './delivery.ts';

const confirmations = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 250, 299];
const redirects = [300, 301, 302, 303, 304, 307, 308];
const clientErrors = [
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 412, 413, 415],
  ...[418, 421, 422, 423, 425, 426, 428, 429, 431, 451],
];
const serverErrors = [500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 599];
/** Statuses that a target may treat specially, answered to every attempt. */
const endlessStatuses = [500, 404, 429, 302];

const refusal: Reply = { status: 500 };

/** Confirms every attempt in the plainest way. */
export const confirms: Answering = { name: '204', replies: [{ status: 204 }] };

/** Refuses every attempt in the plainest way. */
export const refuses: Answering = { name: '500', replies: [refusal] };

/** Refuses once in the plainest way, then confirms. */
export const plainRefusal: Answering = { name: '500', replies: [refusal, { status: 204 }] };

export const confirming: readonly Answering[] = [
  ...confirmations.map((status): Answering => ({ name: String(status), replies: [{ status }] })),
  { name: '200 with a page', replies: [{ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Received</p>'.repeat(10_000) }] },
  { name: '201 with a Location', replies: [{ status: 201, headers: { Location: '/received/1' } }] },
  { name: '200 that ends with its connection', replies: [{ status: 200, body: 'Received', isEndedByClose: true }] },
];

/** Ends the connection at once, without an answer, the first time. */
export const cut: readonly Answering[] = [
  { name: 'a connection that is reset', replies: ['reset', { status: 204 }] },
  { name: 'a connection that is closed without an answer', replies: ['close', { status: 204 }] },
];

/** Keeps the connection open for a while, without an answer, the first time. */
export const silent: readonly Answering[] = [
  { name: 'a connection that stays silent', replies: [{ silentForMs: times.silentMs }, { status: 204 }] },
];

/** Confirms at the given attempt and every later one, so that a repeated delivery is not refused. */
export const confirmedAt: readonly Answering[] = [
  { name: 'the second attempt', replies: [refusal, { status: 200 }] },
  { name: 'the second attempt', replies: [refusal, { status: 204 }] },
  { name: 'the second attempt', replies: ['reset', { status: 204 }] },
  { name: 'the third attempt', replies: [refusal, refusal, { status: 204 }] },
  { name: 'the third attempt', replies: [refusal, refusal, { status: 200 }] },
  { name: 'the third attempt', replies: [refusal, { status: 404 }, { status: 200 }] },
];

/** The answers of each kind that events of every type meet. */
interface EveryTypeAnswers {
  readonly confirming: readonly Answering[];
  readonly refusing: readonly Answering[];
  readonly cut: readonly Answering[];
  readonly endless: Answering;
}

/** Refuses once, then confirms. @param elsewhere where redirects point to */
export function refusing(elsewhere: string): readonly Answering[] {
  return [...redirects, ...clientErrors, ...serverErrors].map((status) => ({
    name: String(status),
    replies: [refusalWith(status, elsewhere), { status: 204 }],
  }));
}

/** Never confirms. */
export function endless(elsewhere: string): readonly Answering[] {
  const statuses = endlessStatuses.map(
    (status): Answering => ({
      name: `a receiver that always answers ${status}`,
      replies: [refusalWith(status, elsewhere)],
    }),
  );
  return [...statuses, { name: 'a receiver that always resets the connection', replies: ['reset'] }];
}

/** The answers that a target most likely treats specially. @param elsewhere where redirects point to */
export function everyTypeAnswers(elsewhere: string): EveryTypeAnswers {
  return {
    confirming: [204, 201, 299].map((status) => ({ name: String(status), replies: [{ status }] })),
    refusing: [404, 410, 429, 302].map((status) => ({ name: String(status), replies: [refusalWith(status, elsewhere), { status: 204 }] })),
    cut: [{ name: 'a connection that is reset', replies: ['reset', { status: 204 }] }],
    endless: { name: 'a receiver that always answers 500', replies: [refusal] },
  };
}

function refusalWith(status: number, elsewhere: string): Reply {
  return { status, ...(redirects.includes(status) && { headers: { Location: elsewhere } }) };
}

import type { Reply } from '../../model/attempt.ts';
import { times } from '../../wait/times.ts';

/** How the attempts at one event are answered, in turn. The last answer repeats forever. */
export interface AnswerPlan {
  /** What is special about it, for the report. */
  readonly name: string;
  readonly replies: readonly [Reply, ...Reply[]];
}

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

/** Refuses once in the plainest way, then confirms. */
export const plainRefusal: AnswerPlan = { name: '500', replies: [refusal, { status: 204 }] };

export const confirming: readonly AnswerPlan[] = [
  ...confirmations.map((status): AnswerPlan => ({ name: String(status), replies: [{ status }] })),
  { name: '200 with a page', replies: [{ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Received</p>'.repeat(10_000) }] },
  { name: '201 with a Location', replies: [{ status: 201, headers: { Location: '/received/1' } }] },
  { name: '200 that ends with its connection', replies: [{ status: 200, body: 'Received', isEndedByClose: true }] },
];

/** Refuses once, then confirms. @param elsewhere where redirects point to */
export function refusing(elsewhere: string): readonly AnswerPlan[] {
  return [...redirects, ...clientErrors, ...serverErrors].map((status) => ({
    name: String(status),
    replies: [refusalWith(status, elsewhere), { status: 204 }],
  }));
}

/** Ends the connection at once, without an answer, the first time. */
export const cut: readonly AnswerPlan[] = [
  { name: 'a connection that is reset', replies: ['reset', { status: 204 }] },
  { name: 'a connection that is closed without an answer', replies: ['close', { status: 204 }] },
];

/** Keeps the connection open for a while, without an answer, the first time. */
export const silent: readonly AnswerPlan[] = [
  { name: 'a connection that stays silent', replies: [{ silentForMs: times.silentMs }, { status: 204 }] },
];

/** Never confirms. */
export function endless(elsewhere: string): readonly AnswerPlan[] {
  const statuses = endlessStatuses.map(
    (status): AnswerPlan => ({
      name: `a receiver that always answers ${status}`,
      replies: [refusalWith(status, elsewhere)],
    }),
  );
  return [...statuses, { name: 'a receiver that always resets the connection', replies: ['reset'] }];
}

/** Confirms at the given attempt and every later one, so that a repeated delivery is not refused. */
export const confirmedAt: readonly (AnswerPlan & { readonly attempt: number })[] = [
  { name: 'the second attempt', replies: [refusal, { status: 200 }], attempt: 2 },
  { name: 'the second attempt', replies: [refusal, { status: 204 }], attempt: 2 },
  { name: 'the second attempt', replies: ['reset', { status: 204 }], attempt: 2 },
  { name: 'the third attempt', replies: [refusal, refusal, { status: 204 }], attempt: 3 },
  { name: 'the third attempt', replies: [refusal, refusal, { status: 200 }], attempt: 3 },
  { name: 'the third attempt', replies: [refusal, { status: 404 }, { status: 200 }], attempt: 3 },
];

/** The plans of each kind that events of every type meet. */
export interface EveryTypePlans {
  readonly confirming: readonly AnswerPlan[];
  readonly refusing: readonly AnswerPlan[];
  readonly cut: readonly AnswerPlan[];
  readonly endless: readonly AnswerPlan[];
  readonly confirmedAt: readonly (AnswerPlan & { readonly attempt: number })[];
}

/** The answers that a target most likely treats specially. @param elsewhere where redirects point to */
export function everyTypePlans(elsewhere: string): EveryTypePlans {
  return {
    confirming: [204, 201, 299].map((status) => ({ name: String(status), replies: [{ status }] })),
    refusing: [404, 410, 429, 302].map((status) => ({ name: String(status), replies: [refusalWith(status, elsewhere), { status: 204 }] })),
    cut: [{ name: 'a connection that is reset', replies: ['reset', { status: 204 }] }],
    endless: [{ name: 'a receiver that always answers 500', replies: [refusal] }],
    confirmedAt: [{ name: 'the second attempt', replies: [refusal, { status: 200 }], attempt: 2 }],
  };
}

function refusalWith(status: number, elsewhere: string): Reply {
  return { status, ...(redirects.includes(status) && { headers: { Location: elsewhere } }) };
}

/** Which attempt is the first to be confirmed, counted from 1; Infinity if none is. */
export function confirmedAfter({ replies }: AnswerPlan): number {
  const index = replies.findIndex((reply) => typeof reply !== 'string' && 'status' in reply && reply.status >= 200 && reply.status < 300);
  return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
}

import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Attempt, Reply, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { times } from '../../wait/times.ts';
import { createWebhook, type HookOptions } from '../webhooks/create-webhook.ts';
import type { EventTrigger } from './event-trigger.ts';
import type { FollowedDelivery } from './followed-retries.ts';

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

/** Ends the connection at once, without an answer, the first time. */
export const cut: readonly AnswerPlan[] = [
  { name: 'a connection that is reset', replies: ['reset', { status: 204 }] },
  { name: 'a connection that is closed without an answer', replies: ['close', { status: 204 }] },
];

/** Keeps the connection open for a while, without an answer, the first time. */
export const silent: readonly AnswerPlan[] = [
  { name: 'a connection that stays silent', replies: [{ silentForMs: times.silentMs }, { status: 204 }] },
];

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
interface EveryTypePlans {
  readonly confirming: readonly AnswerPlan[];
  readonly refusing: readonly AnswerPlan[];
  readonly cut: readonly AnswerPlan[];
  readonly endless: AnswerPlan;
}

/** The attempts to deliver one event to one webhook, with their planned answers. */
export interface AnsweredDelivery {
  /** How they are answered. */
  readonly name: string;
  /** The event, and the webhook. */
  readonly event: () => string;
  /** The attempts so far. */
  readonly attempts: () => readonly Attempt[];
}

/** An AnsweredDelivery that is followed until no further attempt comes. */
export type Followed<T> = T & AnsweredDelivery & FollowedDelivery & { readonly webhook: Webhook };

/** Creates webhooks of a company for all events. Each event at each webhook meets the next plan. */
export async function dealt<T extends AnswerPlan>(
  context: CheckContext,
  company: Company,
  types: readonly string[],
  events: readonly EventTrigger[],
  answers: readonly T[],
): Promise<readonly Followed<T>[]> {
  const made: Followed<T>[] = [];
  for (let at = 0; at < answers.length; at += events.length) {
    const next = answers.slice(at, at + events.length);
    const pairs = events.flatMap((trigger, index) => (next[index] ? [{ trigger, answering: next[index] }] : []));
    // The creation of a contact, the first type, may take the place of an event that the target refuses.
    const asked = types.filter((type, index) => index === 0 || pairs.some(({ trigger }) => trigger.type() === type));
    made.push(...(await listen(context, company, asked, pairs)));
  }
  return made;
}

export interface Pair<T> {
  readonly trigger: EventTrigger;
  readonly answering: T;
}

export function onceRefused(trigger: EventTrigger): Pair<AnswerPlan> {
  return { trigger, answering: plainRefusal };
}

/** Creates one webhook, if there is anything for it to answer. */
export async function listen<T extends AnswerPlan>(
  context: CheckContext,
  company: Company,
  types: readonly string[],
  pairs: readonly Pair<T>[],
  options: HookOptions = {},
): Promise<readonly Followed<T>[]> {
  if (pairs.length === 0) return [];
  const parts = pairs.map((pair): Part<T> => ({ ...pair, attempts: [] }));
  const webhook = await createWebhook(context, company, types, { ...options, script: inTurn(parts) });
  const whose = options.everyCompany ? 'all companies' : `company ${company.id}`;
  return parts.map(({ trigger, answering, attempts }) => ({
    ...answering,
    webhook,
    event: () => `${trigger.type()} to a webhook of ${whose}`,
    attempts: () => attempts,
    confirmedAfter: confirmedAfter(answering),
    isDue: () => false,
  }));
}

export function retried<T extends FollowedDelivery>(delivery: T): T {
  return { ...delivery, isDue: () => delivery.attempts().length === 1 };
}

interface Part<T> extends Pair<T> {
  readonly attempts: Attempt[];
}

/** Answers the n-th attempt at an event as planned. Confirms any other event. */
function inTurn(parts: readonly Part<AnswerPlan>[]): Script {
  const answered = new Map<string, number>();
  return (_index, attempt) => {
    const evento = eventoOf(attempt);
    const part = evento && parts.find(({ trigger }) => trigger.is(evento));
    if (part === undefined) return { status: 204 };
    part.attempts.push(attempt);
    const guid = String(evento?.eventGuid);
    const index = answered.get(guid) ?? 0;
    answered.set(guid, index + 1);
    const { replies } = part.answering;
    return replies[Math.min(index, replies.length - 1)] ?? replies[0];
  };
}

/** Refuses once, then confirms. @param elsewhere where redirects point to */
export function refusing(elsewhere: string): readonly AnswerPlan[] {
  return [...redirects, ...clientErrors, ...serverErrors].map((status) => ({
    name: String(status),
    replies: [refusalWith(status, elsewhere), { status: 204 }],
  }));
}

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

/** The answers that a target most likely treats specially. @param elsewhere where redirects point to */
export function everyTypePlans(elsewhere: string): EveryTypePlans {
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

/** Which attempt is the first to be confirmed, counted from 1; Infinity if none is. */
function confirmedAfter({ replies }: AnswerPlan): number {
  const index = replies.findIndex((reply) => typeof reply !== 'string' && 'status' in reply && reply.status >= 200 && reply.status < 300);
  return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
}

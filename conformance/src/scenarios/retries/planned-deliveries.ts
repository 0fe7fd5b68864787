import type { Attempt, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { createWebhook, type HookOptions } from '../webhooks/create-webhook.ts';
import { type AnswerPlan, confirmedAfter, plainRefusal } from './answer-plan.ts';
import type { EventTrigger } from './event-trigger.ts';
import type { FollowedDelivery } from './followed-retries.ts';

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
    made.push(...(await listen(context, company, types, pairs)));
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

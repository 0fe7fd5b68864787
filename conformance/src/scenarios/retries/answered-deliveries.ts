import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Endpoint, ExtraPort, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { quietestCompany } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { changedWebhooks, described, rewritten } from './changed-webhooks.ts';
import { type DroppedDelivery, DroppingWebhook, dropInFlight } from './dropped-events.ts';
import { creation, type EventTrigger, eventTriggers } from './event-trigger.ts';
import { type FollowedDelivery, followRetries, settledFirst } from './followed-retries.ts';
import { comeAndGo } from './meanwhile.ts';
import { type MovedDelivery, MovingWebhook } from './moving-webhook.ts';
import {
  type AnsweredDelivery,
  type AnswerPlan,
  confirmedAt,
  confirming,
  cut,
  dealt,
  endless,
  everyTypePlans,
  type Followed,
  listen,
  onceRefused,
  refusing,
  retried,
  silent,
} from './planned-deliveries.ts';

/** A webhook whose first attempt is lost, and the later attempts. */
interface Unreachable {
  readonly name: string;
  readonly webhook: Webhook;
  readonly later: readonly Attempt[];
}

/** Webhooks behind ports of their own. One port is closed, and the other breaks off the first connection. */
interface ClosedPorts {
  /** Lets attempts in. Answers the webhooks that certainly lost a first attempt. @param retried whether retries have come already */
  readonly reopen: (retried: () => boolean) => Promise<readonly Unreachable[]>;
}

interface Closable extends Omit<Unreachable, 'name'> {
  readonly port: ExtraPort;
}

/** Some events, each delivered to many webhooks that answer differently, and followed until no further attempt comes. */
export interface AnsweredDeliveries {
  readonly confirming: readonly AnsweredDelivery[];
  readonly refusing: readonly AnsweredDelivery[];
  readonly silent: readonly AnsweredDelivery[];
  /** The first attempt was lost, so the first arrival is a retry. */
  readonly unreachable: readonly AnsweredDelivery[];
  /** Never confirmed. */
  readonly endless: readonly AnsweredDelivery[];
  /** Confirmed from the given attempt on. */
  readonly confirmedAt: readonly (AnsweredDelivery & { readonly attempt: number })[];
  /**
   * Deliveries whose webhook got another Url after the first attempt was refused.
   * @throws Skip, Inconclusive if the target changes no Url
   */
  readonly moved: () => readonly MovedDelivery[];
  /** Deliveries whose webhook no longer asks for the event since the first attempt was refused; none at the quick budget. */
  readonly dropped: readonly DroppedDelivery[];
  /** Where the redirects among the refusals point to. */
  readonly elsewhere: Endpoint;
  /** Whether every retry has had time to come. */
  readonly complete: boolean;
}

/** Prepared once per run. @throws Inconclusive when a webhook receives nothing at all. */
export const answeredDeliveries: (context: CheckContext) => Promise<AnsweredDeliveries> = oncePerRun(deliverAndAnswer, 'a lost answer');

/** The clock cannot be moved, and too little happened in real time to judge. */
export function tooEarly(what: string): Inconclusive {
  return new Inconclusive(`${what} within timing.retryWithinMs: raise it, or set controls.clock`);
}

/** The attempts at the event that had the most. A target may fire further events, which are not retries. */
export function ofOneEvent({ attempts }: AnsweredDelivery): readonly Attempt[] {
  const events = Map.groupBy(attempts(), (attempt) => String(eventoOf(attempt)?.eventGuid));
  return [...events.values()].reduce((most, other) => (other.length > most.length ? other : most), []);
}

/** Whether the retry may still come where the clock cannot be moved: less than twice the longest wait of the others has passed. */
export function mayStillCome({ attempts }: Pick<AnsweredDelivery, 'attempts'>, all: readonly AnsweredDelivery[]): boolean {
  const [first] = attempts();
  return first !== undefined && attempts().length === 1 && Date.now() - first.arrivedAt < mayTakeMs(all);
}

/** How long a retry may take where the clock cannot be moved: twice the longest wait so far. */
export function mayTakeMs(all: readonly AnsweredDelivery[]): number {
  const waits = all.flatMap((other) => {
    const [first, second] = other.attempts();
    return first === undefined || second === undefined ? [] : [second.arrivedAt - first.arrivedAt];
  });
  return 2 * Math.max(0, ...waits);
}

async function deliverAndAnswer(context: CheckContext): Promise<AnsweredDeliveries> {
  const company = quietestCompany(context);
  const [first] = context.target.companies;
  const { types, events } = await eventTriggers(context, company);
  const eventsOfFirst = first === company ? [] : [creation(context, first)];
  const everywhere = [...events, ...eventsOfFirst];
  const { endpoint: elsewhere, url } = await context.run.webhooks.open(context.rule);
  const deal = <T extends AnswerPlan>(answers: readonly T[]): Promise<readonly Followed<T>[]> =>
    dealt(context, company, types, events, context.some(answers));
  const ofEvery = everyTypePlans(url);
  // Every event meets the answers that targets most likely treat specially. Each of the other answers meets one event.
  const dealAll = async <T extends AnswerPlan>(answers: readonly T[]): Promise<readonly Followed<T>[]> => {
    const made: Followed<T>[] = [];
    for (const answering of context.some(answers)) {
      const pairs = events.map((trigger) => ({ trigger, answering }));
      made.push(...(await listen(context, company, types, pairs)));
    }
    return made;
  };
  const confirmed = [...(await dealAll(ofEvery.confirming)), ...(await deal(confirming))];
  const unconfirmed = [...(await dealAll([ofEvery.endless])), ...(await deal(endless(url)))];
  const late = await deal(confirmedAt);
  // Other rules judge whether a target accepts these webhooks, and delivers the right events to them.
  const far = [
    ...((await unlessRefused(listen(context, company, types, everywhere.map(onceRefused), { everyCompany: true }))) ?? []),
    ...((await unlessRefused(listen(context, first, types.slice(0, 1), eventsOfFirst.map(onceRefused)))) ?? []),
  ].map(retried);
  const audience = { company, types, events };
  const changing =
    (await context.part('deliveries whose webhook is changed', { from: 'standard' }, () =>
      changedWebhooks(context, audience, ofEvery.endless, unconfirmed[0]?.webhook),
    )) ?? [];
  const refusedOnce = await dealAll(ofEvery.refusing);
  const refused = [...refusedOnce, ...(await deal(refusing(url)))].map(retried);
  const unanswered = [...(await dealAll(ofEvery.cut)), ...(await deal(cut)), ...(await deal(silent))].map(retried);
  const moving = await MovingWebhook.start(context, audience);
  const dropping =
    (await context.part('events that a webhook drops', { from: 'standard' }, () => DroppingWebhook.startAll(context, audience))) ?? [];
  const ports = await closePorts(context, company, events[0]);

  for (const { act } of everywhere) await act();
  const near: readonly Followed<AnswerPlan>[] = [...confirmed, ...unconfirmed, ...late, ...refused, ...unanswered];
  for (const [webhook, ofWebhook] of Map.groupBy(near, (delivery) => delivery.webhook))
    await awaitAttempts(context, webhook, () => ofWebhook.some(({ attempts }) => attempts().length > 0));
  await moving.move();
  for (const one of dropping) await one.drop();
  const inFlight = await context.part('an event that its webhook drops during an attempt', { from: 'standard' }, () =>
    dropInFlight(context, audience),
  );
  const waiting = changing.flatMap(({ deliveries }) => deliveries).map(untilRetried);
  await settledFirst(context, [...near, ...far, ...waiting]);
  await context.idle(() => untilCut(unanswered));
  // Deleting a webhook ends only its own deliveries.
  await context.part('the deletion of another webhook', { from: 'standard' }, () => comeAndGo(context, company, types));
  const changed: Followed<AnswerPlan>[] = [];
  for (const one of changing) changed.push(...(await one.change()).map(untilRetried));
  // A webhook for all companies stays one, whatever else a PUT changes.
  const [everyCompany] = far;
  if (everyCompany)
    await context.part('a change of a webhook for all companies', { from: 'standard' }, () =>
      rewritten(context, everyCompany.webhook, { AziendaId: null, ...described(everyCompany.webhook) }),
    );
  const deliveries = [...near, ...far, ...changed];
  const lost = await ports.reopen(() => refused.some(({ attempts }) => attempts().length > 1));
  const unreachable = lost.map((one) => lostAtFirst(one, events[0]));
  for (const one of dropping) one.follow();
  const followed = [...deliveries, ...unreachable, ...(await moving.follow(unconfirmed[0]?.webhook))];
  const complete = await followRetries(context, followed, () => fireEverywhere(context, new Set([company, first])));
  return {
    confirming: confirmed,
    refusing: [...refused, ...far, ...changed.filter((one) => !isEndless(one))],
    silent: unanswered,
    unreachable,
    endless: [...unconfirmed, ...changed.filter(isEndless)],
    confirmedAt: [...late, ...refusedOnce.map((one) => ({ ...one, name: 'the second attempt', attempt: one.confirmedAfter }))],
    moved: () => moving.moved(),
    dropped: [...dropping.flatMap((one) => one.dropped(company)), ...(inFlight ? [inFlight()] : [])],
    elsewhere,
    complete,
  };
}

function isEndless({ confirmedAfter }: FollowedDelivery): boolean {
  return confirmedAfter === Number.POSITIVE_INFINITY;
}

/** A retry is due, unless the webhook confirms nothing: then the other deliveries show whether retries come. */
function untilRetried<T extends FollowedDelivery>(delivery: T): T {
  return isEndless(delivery) ? delivery : retried(delivery);
}

/** Waits until each silent connection was cut. The clock stands still meanwhile, because an event that is days old need not be retried. */
async function untilCut(deliveries: readonly AnsweredDelivery[]): Promise<void> {
  const begunAt = deliveries.flatMap(({ attempts }) => attempts().map(({ arrivedAt }) => arrivedAt));
  const leftMs = Math.max(0, ...begunAt) + times.silentMs + times.notedMs - Date.now();
  if (leftMs > 0) await sleep(leftMs);
}

/** Fires an event in each company that every webhook of the company receives. */
async function fireEverywhere(context: CheckContext, companies: ReadonlySet<Company>): Promise<(attempt: Attempt) => boolean> {
  const fired = [...companies].map((company) => creation(context, company));
  for (const { act } of fired) await act();
  return (attempt) => {
    const evento = eventoOf(attempt);
    return evento !== undefined && fired.some(({ is }) => is(evento));
  };
}

function lostAtFirst({ name, webhook, later }: Unreachable, trigger: EventTrigger): AnsweredDelivery & FollowedDelivery {
  return { name, webhook, event: trigger.type, attempts: () => later, confirmedAfter: 1, isDue: () => later.length === 0 };
}

/** None if the receiver has only one port, or the target accepts no other. */
async function closePorts(context: CheckContext, company: Company, trigger: EventTrigger): Promise<ClosedPorts> {
  const refusing = await closablePort(context, company, trigger);
  const breaking = refusing && (await closablePort(context, company, trigger));
  if (refusing === undefined || breaking === undefined) return { reopen: async () => [] };
  await refusing.port.shut();
  breaking.port.breakNext();
  return {
    reopen: async (retried) => {
      const listens = await refusing.port.reopen();
      // If the target cannot reach such a port, nothing can be said.
      if (breaking.port.connections === 0) return [];
      const broken = { ...breaking, name: 'a connection that is reset before it is secured' };
      // A target that retries at once may have used up its retries.
      return retried() || !listens ? [broken] : [broken, { ...refusing, name: 'a connection that is refused' }];
    },
  };
}

async function closablePort(context: CheckContext, company: Company, trigger: EventTrigger): Promise<Closable | undefined> {
  const later: Attempt[] = [];
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    if (evento && trigger.is(evento)) later.push(attempt);
    return { status: 204 };
  };
  const opened = await context.run.webhooks.openAside(context.rule, script);
  const webhook = opened && (await unlessRefused(createWebhook(context, company, [trigger.type()], { at: opened })));
  return webhook && { port: opened.port, webhook, later };
}

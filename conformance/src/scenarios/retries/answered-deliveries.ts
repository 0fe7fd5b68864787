import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, Endpoint } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { awaitAttempts } from '../../wait/attempts.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { quietestCompany } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { type AnswerPlan, confirmedAt, confirming, cut, endless, everyTypePlans, refusing, silent } from './answer-plan.ts';
import { type DroppedDelivery, DroppingWebhook } from './dropped-events.ts';
import { dropInFlight } from './dropped-in-flight.ts';
import { creation, type EventTrigger, eventTriggers } from './event-trigger.ts';
import { type FollowedDelivery, followRetries, settledFirst } from './followed-retries.ts';
import { comeAndGo } from './meanwhile.ts';
import { type MovedDelivery, MovingWebhook } from './moving-webhook.ts';
import { type AnsweredDelivery, dealt, type Followed, listen, onceRefused, retried } from './planned-deliveries.ts';
import { changesRefused } from './refused-changes.ts';
import { rewritten } from './rewritten.ts';
import { closePorts, type Unreachable } from './unreachable.ts';

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
    for (const answering of context.some(answers))
      made.push(
        ...(await listen(
          context,
          company,
          types,
          events.map((trigger) => ({ trigger, answering })),
        )),
      );
    return made;
  };
  const confirmed = [...(await dealAll(ofEvery.confirming)), ...(await deal(confirming))];
  const unconfirmed = [...(await dealAll(ofEvery.endless)), ...(await deal(endless(url)))];
  const late = [...(await dealAll(ofEvery.confirmedAt)), ...(await deal(confirmedAt))];
  // Other rules judge whether a target accepts these webhooks, and delivers the right events to them.
  const far = [
    ...((await unlessRefused(listen(context, company, types, everywhere.map(onceRefused), { everyCompany: true }))) ?? []),
    ...((await unlessRefused(listen(context, first, types, eventsOfFirst.map(onceRefused)))) ?? []),
  ].map(retried);
  const changing = (context.isQuick ? [] : await listen(context, company, types, events.map(onceRefused))).map(retried);
  const few = types.slice(0, -1);
  const ofFew = events.filter(({ type }) => few.includes(type())).map(onceRefused);
  const widening = (context.isQuick ? [] : await listen(context, company, few, ofFew)).map(retried);
  const everyCompanys = context.isQuick
    ? undefined
    : await unlessRefused(listen(context, company, types, events.map(onceRefused), { everyCompany: true }));
  const narrowing = (everyCompanys ?? []).map(retried);
  const lasting = context.isQuick ? [] : await dealAll(ofEvery.endless);
  const refused = [...(await dealAll(ofEvery.refusing)), ...(await deal(refusing(url)))].map(retried);
  const unanswered = [...(await dealAll(ofEvery.cut)), ...(await deal(cut)), ...(await deal(silent))].map(retried);
  const moving = await MovingWebhook.start(context, { company, types, events });
  const dropping = context.isQuick ? [] : await DroppingWebhook.startAll(context, { company, types, events });
  const ports = await closePorts(context, company, events[0]);

  for (const { act } of everywhere) await act();
  const near: readonly Followed<AnswerPlan>[] = [...confirmed, ...unconfirmed, ...late, ...refused, ...unanswered];
  for (const [webhook, ofWebhook] of Map.groupBy(near, (delivery) => delivery.webhook))
    await awaitAttempts(context, webhook, () => ofWebhook.some(({ attempts }) => attempts().length > 0));
  await moving.move();
  for (const one of dropping) await one.drop();
  const inFlight = context.isQuick ? undefined : await unlessRefused(dropInFlight(context, { company, types, events }));
  await settledFirst(context, [...near, ...far, ...changing, ...widening, ...narrowing, ...lasting]);
  await context.idle(() => untilCut(unanswered));
  // Deleting a webhook ends only its own deliveries.
  if (!context.isQuick) await unlessRefused(comeAndGo(context, company, types));
  const [waiting] = changing;
  // A refused change must not affect waiting deliveries. If it is not refused, which other rules judge, nothing can be said.
  const unchanged = waiting !== undefined && (await changesRefused(context, waiting.webhook)) ? changing : [];
  // A webhook for all companies stays one, whatever else a PUT changes.
  const [everyCompany] = far;
  if (everyCompany && !context.isQuick)
    await rewritten(context, everyCompany.webhook, { AziendaId: null, Description: `${everyCompany.webhook.endpoint.name} changed` });
  const [narrow] = widening;
  const wide = narrow !== undefined && (await rewritten(context, narrow.webhook, { Events: [...types] })) ? widening : [];
  const [narrowed] = narrowing;
  const isOwn = narrowed !== undefined && (await rewritten(context, narrowed.webhook, { AziendaId: identifier(company.id) }));
  const own = isOwn ? narrowing : [];
  const [described] = lasting;
  const isDescribed =
    described !== undefined && (await rewritten(context, described.webhook, { Description: `${described.webhook.endpoint.name} changed` }));
  const unended = isDescribed ? lasting.map((one) => ({ ...one, name: `${one.name}, whose webhook was given another Description,` })) : [];
  const deliveries = [...near, ...far, ...unchanged, ...wide, ...own, ...unended];
  const lost = await ports.reopen(() => refused.some(({ attempts }) => attempts().length > 1));
  const unreachable = lost.map((one) => lostAtFirst(one, events[0]));
  for (const one of dropping) one.follow();
  const followed = [...deliveries, ...unreachable, ...(await moving.follow(unconfirmed[0]?.webhook))];
  const complete = await followRetries(context, followed, () => fireEverywhere(context, new Set([company, first])));
  return {
    confirming: confirmed,
    refusing: [
      ...refused,
      ...far,
      ...unchanged.map((one) => ({ ...one, name: `${one.name}, whose webhook refused a change,` })),
      ...wide.map((one) => ({ ...one, name: `${one.name}, whose webhook was given a further type,` })),
      ...own.map((one) => ({ ...one, name: `${one.name}, whose webhook was changed from all companies to its own,` })),
    ],
    silent: unanswered,
    unreachable,
    endless: [...unconfirmed, ...unended],
    confirmedAt: late,
    moved: () => moving.moved(),
    dropped: [...dropping.flatMap((one) => one.dropped(company)), ...(inFlight ? [inFlight()] : [])],
    elsewhere,
    complete,
  };
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

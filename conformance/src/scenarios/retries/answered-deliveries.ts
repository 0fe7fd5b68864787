import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, type Skip } from '../../model/verdict.ts';
import type { Endpoint } from '../../model/webhook.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { quietestCompany } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { confirmedAt, confirming, confirms, cut, endless, everyTypeAnswers, plainRefusal, refusing, silent } from './answers.ts';
import { changedWebhooks, described, dropInFlight, MovingWebhook, rewritten } from './changed-webhooks.ts';
import { type Answering, allAnswered, type Delivery, listen, listenAside, mustBeRetried } from './delivery.ts';
import { creation, type EventTrigger, eventTriggers } from './event-trigger.ts';
import { fireWitness, followRetries, settledFirst } from './followed-retries.ts';
import { comeAndGo } from './meanwhile.ts';

/** Some events, each delivered to many webhooks that answer differently, and followed until no further attempt comes. */
export interface AnsweredDeliveries {
  readonly confirming: readonly Delivery[];
  readonly refusing: readonly Delivery[];
  readonly silent: readonly Delivery[];
  /** The first attempt was lost, so the first arrival is a retry. */
  readonly unreachable: readonly Delivery[];
  /** Never confirmed. */
  readonly endless: readonly Delivery[];
  /** Confirmed at a later attempt. */
  readonly confirmedLater: readonly Delivery[];
  /** Deliveries whose webhook got another Url after the first attempt was refused. */
  readonly moved: readonly Delivery[];
  /** Why the target changes no Url. */
  readonly whyUnmoved: Skip | Inconclusive | undefined;
  /** Deliveries whose webhook no longer asks for the event since the first attempt was refused; none at the quick budget. */
  readonly dropped: readonly Delivery[];
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

/** Whether the retry may still come where the clock cannot be moved: less than twice the longest wait of the others has passed. */
export function mayStillCome({ attempts }: Delivery, all: readonly Delivery[]): boolean {
  const [first] = attempts;
  return first !== undefined && attempts.length === 1 && Date.now() - first.arrivedAt < mayTakeMs(all);
}

/** How long a retry may take where the clock cannot be moved: twice the longest wait so far. */
export function mayTakeMs(all: readonly Delivery[]): number {
  const waits = all.flatMap(({ attempts: [first, second] }) => (first && second ? [second.arrivedAt - first.arrivedAt] : []));
  return 2 * Math.max(0, ...waits);
}

async function deliverAndAnswer(context: CheckContext): Promise<AnsweredDeliveries> {
  const company = quietestCompany(context);
  const [first] = context.target.companies;
  const { types, events } = await eventTriggers(context, company);
  const eventsOfFirst = first === company ? [] : [creation(context, first)];
  const everywhere = [...events, ...eventsOfFirst];
  const { endpoint: elsewhere, url } = await context.run.webhooks.open(context.rule);
  const ofEvery = everyTypeAnswers(url);
  /** Each event at each webhook meets the next answer. */
  const deal = async (answers: readonly Answering[]): Promise<readonly Delivery[]> => {
    const [made, dealt]: [Delivery[], readonly Answering[]] = [[], context.some(answers)];
    for (let at = 0; at < dealt.length; at += events.length) {
      const next = dealt.slice(at, at + events.length);
      const pairs = events.flatMap((trigger, index) => (next[index] ? [{ trigger, answering: next[index] }] : []));
      // The creation of a contact, the first type, may take the place of an event that the target refuses.
      const asked = types.filter((type, index) => index === 0 || pairs.some(({ trigger }) => trigger.type() === type));
      made.push(...(await listen(context, company, asked, pairs)));
    }
    return made;
  };
  // Every event meets the answers that targets most likely treat specially. Each of the other answers meets one event.
  const dealAll = async (answers: readonly Answering[]): Promise<readonly Delivery[]> => {
    const made: Delivery[] = [];
    for (const how of context.some(answers)) made.push(...(await listen(context, company, types, allAnswered(events, how))));
    return made;
  };
  const confirmed = [...(await dealAll(ofEvery.confirming)), ...(await deal(confirming))];
  const unconfirmed = [...(await dealAll([ofEvery.endless])), ...(await deal(endless(url)))];
  const late = await deal(confirmedAt);
  // Other rules judge whether a target accepts these webhooks, and delivers the right events to them.
  const onceRefused = allAnswered(everywhere, plainRefusal);
  const far = [
    ...((await unlessRefused(listen(context, company, types, onceRefused, { everyCompany: true }))) ?? []),
    ...((await unlessRefused(listen(context, first, types.slice(0, 1), allAnswered(eventsOfFirst, plainRefusal)))) ?? []),
  ].map(mustBeRetried);
  const audience = { company, types, events };
  const changing =
    (await context.part('deliveries whose webhook is changed', { from: 'standard' }, () =>
      changedWebhooks(context, audience, ofEvery.endless),
    )) ?? [];
  const refusedOnce = await dealAll(ofEvery.refusing);
  const refused = [...refusedOnce, ...(await deal(refusing(url)))].map(mustBeRetried);
  const unanswered = [...(await dealAll(ofEvery.cut)), ...(await deal(cut)), ...(await deal(silent))].map(mustBeRetried);
  const moving = await MovingWebhook.start(context, audience);
  const ports = await closePorts(context, company, events[0]);

  for (const { act } of everywhere) await act();
  const near = [...confirmed, ...unconfirmed, ...late, ...refused, ...unanswered];
  for (const [webhook, ofWebhook] of Map.groupBy(near, (delivery) => delivery.webhook))
    await awaitAttempts(context, webhook, () => ofWebhook.some(({ attempts }) => attempts.length > 0));
  await moving.move();
  await settledFirst(context, [...near, ...far, ...moving.deliveries, ...changing.flatMap(({ deliveries }) => deliveries)]);
  await context.idle(() => untilCut(unanswered));
  // Deleting a webhook ends only its own deliveries.
  await context.part('the deletion of another webhook', { from: 'standard' }, () => comeAndGo(context, company, types));
  const witness = unconfirmed[0]?.webhook;
  const [kept, dropped]: [Delivery[], Delivery[]] = [[], []];
  for (const { deliveries, act, drops } of changing) {
    const [one] = deliveries;
    if (one === undefined || !(await act(one.webhook))) continue;
    if (drops) dropped.push(...deliveries.filter(({ type, attempts }) => drops(type) && attempts.length > 0));
    else kept.push(...deliveries);
  }
  for (const one of kept) {
    one.witness = witness ?? one.witness;
    // The deliveries of a webhook that confirms nothing show no single retry that is due.
    if (Number.isFinite(one.confirmedAfter)) mustBeRetried(one);
  }
  const inFlight = await context.part('an event that its webhook drops during an attempt', { from: 'standard' }, () =>
    dropInFlight(context, audience),
  );
  // A webhook for all companies stays one, whatever else a PUT changes.
  const [everyCompany] = far;
  if (everyCompany)
    await context.part('a change of a webhook for all companies', { from: 'standard' }, () =>
      rewritten(context, everyCompany.webhook, { AziendaId: null, ...described(everyCompany.webhook) }),
    );
  const unreachable = await ports.reopen(() => refused.some(({ attempts }) => attempts.length > 1));
  // An attempt that was under way when a webhook changed has come by then.
  const changedAt = Date.now() + (context.clock === undefined ? times.underWayMs : 0);
  for (const one of dropped) one.leave(changedAt);
  await moving.follow(changedAt, witness);
  const followed = [...near, ...far, ...kept, ...unreachable, ...moving.moved];
  const complete = await followRetries(context, followed, () => fireWitness(context, new Set([company, first])));
  return {
    confirming: confirmed,
    refusing: [...refused, ...far, ...kept.filter(({ confirmedAfter }) => Number.isFinite(confirmedAfter))],
    silent: unanswered,
    unreachable,
    endless: [...unconfirmed, ...kept.filter(({ confirmedAfter }) => !Number.isFinite(confirmedAfter))],
    confirmedLater: [...late, ...refusedOnce],
    moved: moving.moved,
    whyUnmoved: moving.refusal,
    dropped: [...dropped, ...(inFlight ?? [])],
    elsewhere,
    complete,
  };
}

/** Waits until each silent connection was cut. The clock stands still meanwhile, because an event that is days old need not be retried. */
async function untilCut(deliveries: readonly Delivery[]): Promise<void> {
  const begunAt = deliveries.flatMap(({ attempts }) => attempts.map(({ arrivedAt }) => arrivedAt));
  const leftMs = Math.max(0, ...begunAt) + times.silentMs + times.notedMs - Date.now();
  if (leftMs > 0) await sleep(leftMs);
}

/**
 * Webhooks behind ports of their own: one port is closed, and the other breaks off the first connection. None if the receiver has only one
 * port, or the target accepts no other.
 * @returns how to let attempts in, which answers the deliveries that certainly lost a first attempt
 */
async function closePorts(
  context: CheckContext,
  company: Company,
  trigger: EventTrigger,
): Promise<{ readonly reopen: (retried: () => boolean) => Promise<readonly Delivery[]> }> {
  const aside = (name: string): ReturnType<typeof listenAside> => listenAside(context, company, [trigger], { ...confirms, name });
  const refusing = await aside('a connection that is refused');
  const breaking = refusing && (await aside('a connection that is reset before it is secured'));
  if (refusing === undefined || breaking === undefined) return { reopen: async () => [] };
  for (const one of [...refusing.deliveries, ...breaking.deliveries]) one.isDue = () => one.attempts.length === 0;
  await refusing.port.shut();
  breaking.port.breakNext();
  return {
    reopen: async (retried) => {
      const listens = await refusing.port.reopen();
      // If the target cannot reach such a port, nothing can be said.
      if (breaking.port.connections === 0) return [];
      // A target that retries at once may have used up its retries.
      return retried() || !listens ? breaking.deliveries : [...breaking.deliveries, ...refusing.deliveries];
    },
  };
}

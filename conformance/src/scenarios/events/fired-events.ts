import { typeFiredBy } from '../../api/event-names.ts';
import { operations } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { nothing, untilAllArrived } from '../../wait/arrives.ts';
import { isAboutId } from '../deliveries/about-object.ts';
import { arrivalsAt, arrivalsOfKind } from '../deliveries/arrivals.ts';
import { WatchedLog } from '../log/watched-log.ts';
import { oncePerRun } from '../once-per-run.ts';
import { operationCases } from '../operations/operation-case.ts';
import { createContact, quietestCompany } from '../resources/contact-life.ts';
import { observerOf } from '../webhooks/observer.ts';
import { withdraw } from '../webhooks/registration.ts';
import { type AskedAtNewUrl, askedAtNewUrl } from './asked-at-new-url.ts';
import type { Cause } from './cause.ts';
import { Firing } from './firing.ts';
import { FollowedWebhooks, type Received, received } from './followed-webhooks.ts';
import { ownCalls } from './own-calls.ts';
import { type ReplayedEvents, replayedEvents } from './replayed-events.ts';

/** The events of every operation that fires one, and what came to webhooks that were created, changed or deleted meanwhile. */
export interface FiredEvents {
  readonly all: readonly Firing[];
  /** Several calls on one object, of the operations that it accepts several times; none below the standard budget. */
  readonly own: readonly Cause[];
  readonly received: readonly Received[];
  /** What the log showed before and after the calls with a key were sent again; undefined below the standard budget. */
  readonly replayed: ReplayedEvents | undefined;
  /** The redeliveries that were requested after another PUT gave a webhook another Url; undefined if none were. */
  readonly asked: AskedAtNewUrl | undefined;
}

/**
 * Calls every operation that fires an event, in the company where the other rules do the least. Prepared once per run.
 * @throws Inconclusive if nothing is delivered, or not in time
 */
export const firedEvents: (context: CheckContext) => Promise<FiredEvents> = oncePerRun(fireAll, 'a lost answer');

async function fireAll(context: CheckContext): Promise<FiredEvents> {
  const company = quietestCompany(context);
  const observer = await observerOf(context, company);
  const log = await WatchedLog.start(context, company);
  const cases = operationCases(context, company).filter(({ operation }) => typeFiredBy(operation, context.target) !== undefined);
  const own: Cause[] = [];
  for (const one of context.isQuick ? [] : cases)
    own.push(...((await context.part(`${one.operation}, several times`, () => ownCalls(context, one, observer))) ?? []));
  const prepared: Firing[] = [];
  for (const one of context.some(cases)) {
    const firing = await context.part(one.operation, () => Firing.prepare(context, one, observer));
    if (firing !== undefined) prepared.push(firing);
  }
  // All that could be done without these webhooks was done before, so that they receive only what is judged.
  const followed = await FollowedWebhooks.create(context, company, observer.events);
  const comeAndGo = await context.part('webhooks between two events', { from: 'standard' }, () => followed.comeAndGo());
  // All at once: a service that keeps an application id outside its request mixes them up (HDR-07).
  const called = await Promise.all(prepared.map((one) => context.part(one.operation, () => one.callOnce())));
  const all = called.filter((one) => one !== undefined);
  await comeAndGo?.();
  // In another order, so that another call is the last.
  await Promise.all(all.toReversed().map((one) => one.callAmid()));
  const keyed = all.filter(({ operation }) => operations[operation].acceptsKey).map(({ amid }) => amid);
  const replaying = await context.part('the log after replays', { from: 'standard', needs: 'deletions' }, () =>
    replayedEvents(context, log, observer, keyed),
  );
  for (const one of all) await one.repeat();
  const replayed = await replaying?.();
  const webhooks = [observer, ...followed.existing];
  await settle(context, company, observer, webhooks, all, own);
  const receivedNow = (): readonly Received[] => followed.all.map((one) => received(one, all));
  // They may receive events later than the observer.
  await untilAllArrived(context, webhooks, () => receivedNow().every(({ missing }) => missing.length === 0));
  const logged = await log?.events();
  const causes = [...own, ...all.flatMap((one) => one.causes)];
  for (const cause of causes) cause.close(logged);
  const came = receivedNow();
  const asked = await context.part('redelivering events to a new Url', () => askedAtNewUrl(context, followed.moved, observer, all));
  await withdraw(context, ...followed.existing);
  return { all, own, received: came, replayed, asked };
}

/** Waits until every required event and that of a last call have come, and then until nothing more comes. */
async function settle(
  context: CheckContext,
  company: Company,
  observer: Webhook,
  webhooks: readonly Webhook[],
  fired: readonly Firing[],
  own: readonly Cause[],
): Promise<void> {
  const last = await createContact(context, company);
  const ofLast = arrivalsOfKind(observer, ({ evento }) => isAboutId(context, resources.Anagrafica, last.id, evento));
  const due = fired.filter(({ type }) => observer.events.includes(type));
  const ofEach = new Map(due.map(({ type }) => [type, arrivalsOfKind(observer, ({ evento }) => evento.type === type)]));
  const known = new Set(context.run.webhooks.all.flatMap((webhook) => arrivalsAt(webhook).map(({ evento }) => evento.type)));
  // Which objects fire events is the target's choice. Once one fired, the others are awaited. Another call may have caused an event of the
  // type that comes first.
  const isTold = ({ type, once }: Firing): boolean =>
    (ofEach.get(type)?.().length === 0 && !known.has(type)) || once.own().some(({ evento }) => evento.applicationId === once.applicationId);
  // If the single call fired an event, each executed call must fire one too. A deletion that finds nothing left need not.
  const isWhole = ({ operation, once, amid, unusual }: Firing): boolean =>
    once.count() === 0 ||
    (unusual.every((cause) => cause.count() > 0) && (effects[operation]?.kind === 'delete' || amid.count() >= amid.executed));
  // If a target delivers the newest event first, an object's creation event comes after the events of its changes.
  const isAlike = ({ once, amid }: Firing): boolean => {
    const types = new Set(once.arrivals().map(({ evento }) => evento.type));
    return amid.arrivals().every(({ evento }) => types.has(evento.type));
  };
  const isSettled = (one: Firing): boolean => isTold(one) && isWhole(one) && isAlike(one);
  // Other rules judge which objects fire, and whether an event names its request.
  const isComplete = (causes: readonly Cause[]): boolean =>
    causes.every((cause) => cause.count() > 0) || causes.every((cause) => cause.count() === 0);
  const ofOperations = [...Map.groupBy(own, ({ operation }) => operation).values()];
  await untilAllArrived(context, webhooks, () => ofLast().length > 0 && due.every(isSettled) && ofOperations.every(isComplete));
  if (arrivalsAt(observer).length === 0) throw new Inconclusive('no event came');
  const relevant = [...own, ...fired.flatMap(({ causes }) => causes)];
  await nothing(context, [observer], () => relevant.flatMap((cause) => cause.arrivals().map(({ attempt }) => attempt)));
}

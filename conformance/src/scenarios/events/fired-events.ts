import { typeFiredBy } from '../../api/event-names.ts';
import { operations } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { nothing, untilAllArrived } from '../../wait/arrives.ts';
import { isAboutId } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsAt, arrivalsOfKind } from '../deliveries/arrivals.ts';
import { WatchedLog } from '../log/watched-log.ts';
import { oncePerRun } from '../once-per-run.ts';
import { operationCases } from '../operations/operation-case.ts';
import { createContact, quietestCompany } from '../resources/contact-life.ts';
import { audienceOfCompany } from '../webhooks/audiences.ts';
import { observerOf } from '../webhooks/observer.ts';
import { draftWebhook, register, withdraw } from '../webhooks/registration.ts';
import { arrivalsTo, changedTo, type FiredEvent, type OpenFiredEvent, soFar } from './fired-event.ts';
import { Firing } from './firing.ts';
import { type AskedAtNewUrl, askedAtNewUrl, movedWebhook, type NarrowedWebhook, narrowedWebhook, unmovedWebhook } from './moved-webhook.ts';
import { newcomers } from './newcomers.ts';
import { isComplete, type OpenOwnCalls, type OwnCalls, ownCalls, ownSoFar } from './own-calls.ts';
import { type ReplayedEvents, replayedEvents } from './replayed-events.ts';

/** The events of every operation that fires one, and what came to webhooks that were no longer meant to receive them. */
export interface FiredEvents {
  readonly all: readonly FiredEvent[];
  /** The operations that one object accepts several times, each call with its own application id; none below the standard budget. */
  readonly own: readonly OwnCalls[];
  /** What the log showed before and after the calls with a key were sent again; undefined below the standard budget. */
  readonly replayed: ReplayedEvents | undefined;
  /** Events at the old Url of a webhook, after a PUT gave it another; undefined if the target accepts no such PUT. */
  readonly stale: readonly Arrival[] | undefined;
  /** The types that came to the new Url, and events that came there on another path; undefined as above. */
  readonly moved: { readonly types: ReadonlySet<unknown>; readonly misled: readonly Arrival[] } | undefined;
  /** The redeliveries that were requested after another PUT gave it a third Url; undefined if none were. */
  readonly asked: AskedAtNewUrl | undefined;
  /** Events at a webhook from whose Events a PUT had removed their type; undefined as above. */
  readonly unasked: readonly Arrival[] | undefined;
  /** Events that came as if a stale PUT, which was refused, had changed a webhook's Url or Events; undefined if it could not be tried. */
  readonly unmoved: readonly Arrival[] | undefined;
  /** Events at deleted webhooks. */
  readonly deleted: readonly Arrival[];
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
  const events = { ...(await audienceOfCompany(context, company)), events: observer.events };
  const cases = operationCases(context, company).filter(({ operation }) => typeFiredBy(operation, context.target) !== undefined);
  const own: OpenOwnCalls[] = [];
  for (const one of context.isQuick ? [] : cases) {
    const calls = await context.part(`${one.operation}, several times`, () => ownCalls(context, one, observer));
    if (calls !== undefined) own.push(calls);
  }
  const prepared: Firing[] = [];
  for (const one of context.some(cases)) {
    const firing = await context.part(one.operation, () => Firing.prepare(context, one, observer));
    if (firing !== undefined) prepared.push(firing);
  }
  // All that could be done without these webhooks was done before, so that they receive only what is judged.
  const moved = await context.part('giving a webhook another Url', () => movedWebhook(context, events));
  const narrowed = await context.part('removing types from a webhook', () => narrowedWebhook(context, events));
  const unmoved = await context.part('refusing a stale PUT of a webhook', () => unmovedWebhook(context, events));
  const deleted = await register(context, await draftWebhook(context, events));
  await withdraw(context, deleted);
  const between = await context.part('webhooks between two events', { from: 'standard' }, () => newcomers(context, events));
  // All at once: a service that keeps an application id outside its request mixes them up (HDR-07).
  const called = await Promise.all(prepared.map((one) => context.part(one.operation, () => one.callOnce())));
  const firings = called.filter((one) => one !== undefined);
  const came = await between?.();
  // In another order, so that another call is the last.
  await Promise.all(firings.toReversed().map((one) => one.callAmid()));
  const keyed = firings.map(({ open }) => open).filter(({ operation }) => operations[operation].acceptsKey);
  const replaying = await context.part('the log after replays', { from: 'standard', needs: 'deletions' }, () =>
    replayedEvents(context, company, { log, observer, fired: keyed }),
  );
  for (const one of firings) await one.repeat();
  const replayed = await replaying?.();
  const fired = firings.map(({ open }) => open);
  const late = fired.flatMap((one) => {
    const webhooks = came === undefined || !one.isRecognised ? [] : [came.created, changedTo(one.type, came)];
    return webhooks.flatMap((webhook) => (webhook ? [{ one, webhook }] : []));
  });
  const followers = came === undefined ? [] : [came.created, ...came.changed];
  const created = [...[moved, narrowed, unmoved].flatMap((one) => one?.webhook ?? []), ...followers];
  const webhooks = [observer, ...created];
  await settle(context, company, observer, webhooks, fired, own);
  const guids = new Set(fired.flatMap(({ once, amid }) => [...once(), ...amid.arrivals()]).map(({ evento }) => evento.eventGuid));
  const ofThem = (webhook: Pick<Webhook, 'endpoint'>): readonly Arrival[] =>
    arrivalsAt(webhook).filter(({ evento }) => guids.has(evento.eventGuid));
  const ofOtherTypes = ({ webhook, type }: NarrowedWebhook): readonly Arrival[] =>
    ofThem(webhook).filter(({ evento }) => evento.type !== type);
  const logged = await log?.events();
  const typesAt = (webhook: Webhook): ReadonlySet<unknown> => new Set(ofThem(webhook).map(({ evento }) => evento.type));
  const told = new Set(fired.flatMap(({ once }) => once().map(({ evento }) => evento.type)));
  const followed = moved?.webhook;
  if (followed) {
    // It may receive them later than the observer.
    const hasAll = (): boolean => [...told].every((type) => typesAt(followed).has(type));
    await untilAllArrived(context, webhooks, hasAll);
  }
  // Only types that the run has seen at any webhook are awaited.
  const known = new Set(context.run.webhooks.all.flatMap((webhook) => arrivalsAt(webhook).map(({ evento }) => evento.type)));
  const hasCome = ({ one, webhook }: (typeof late)[number]): boolean =>
    !one.amid.isDone || !known.has(one.type) || arrivalsTo(one, webhook).length > 0;
  await untilAllArrived(context, webhooks, () => late.every(hasCome));
  const all = fired.map((one) => soFar(one, logged, came));
  const stale = moved && ofThem(moved.before);
  // A few types are enough: each must come to the new Url when it is fired.
  const again = followed ? eachType(ofThem(followed)).filter((_, index) => index % 3 === 0) : [];
  const asked =
    followed && (await context.part('redelivering events to a new Url', () => askedAtNewUrl(context, followed, observer, again)));
  await withdraw(context, ...created);
  return {
    all,
    replayed,
    own: own.map(ownSoFar),
    stale,
    moved: moved && {
      types: typesAt(moved.webhook),
      misled: ofThem(moved.webhook).filter(({ attempt }) => !attempt.path.endsWith(moved.pathEnd)),
    },
    asked,
    unasked: narrowed && ofOtherTypes(narrowed),
    unmoved: unmoved && [...ofThem(unmoved.elsewhere), ...ofOtherTypes(unmoved)],
    deleted: [...ofThem(deleted), ...all.flatMap(({ newcomers }) => newcomers?.deleted ?? [])],
  };
}

/** The first event of each type. */
function eachType(arrivals: readonly Arrival[]): readonly Arrival[] {
  return [...new Map(arrivals.toReversed().map((arrival) => [arrival.evento.type, arrival])).values()];
}

/** Waits until every required event and that of a last call have come, and then until nothing more comes. */
async function settle(
  context: CheckContext,
  company: Company,
  observer: Webhook,
  webhooks: readonly Webhook[],
  fired: readonly OpenFiredEvent[],
  own: readonly OpenOwnCalls[],
): Promise<void> {
  const last = await createContact(context, company);
  const ofLast = arrivalsOfKind(observer, ({ evento }) => isAboutId(context, resources.Anagrafica, last.id, evento));
  const due = fired.filter(({ type }) => observer.events.includes(type));
  const ofEach = new Map(due.map(({ type }) => [type, arrivalsOfKind(observer, ({ evento }) => evento.type === type)]));
  // Another call may have caused an event of the type that comes first.
  const isTold = ({ type, applicationId, once }: OpenFiredEvent): boolean => {
    const ofType = once().filter(({ evento }) => evento.type === type);
    // Which objects fire events is the target's choice. Once one fired, the others are awaited.
    return ofEach.get(type)?.().length === 0 || ofType.some(({ evento }) => evento.applicationId === applicationId);
  };
  // If the single call fired an event, each executed call must fire one too. A deletion that finds nothing left need not.
  const isWhole = ({ operation, type, once, amid, otherwise }: OpenFiredEvent): boolean => {
    const guidsOf = (arrivals: readonly Arrival[]): ReadonlySet<unknown> =>
      new Set(arrivals.filter(({ evento }) => evento.type === type).map(({ evento }) => evento.eventGuid));
    if (guidsOf(once()).size > 0 && otherwise.some(({ arrivals }) => arrivals().length === 0)) return false;
    return effects[operation]?.kind === 'delete' || guidsOf(once()).size === 0 || guidsOf(amid.arrivals()).size >= amid.executed;
  };
  // If a target delivers the newest event first, an object's creation event comes after the events of its changes.
  const isAlike = ({ once, amid }: OpenFiredEvent): boolean => {
    const types = new Set(once().map(({ evento }) => evento.type));
    return amid.arrivals().every(({ evento }) => types.has(evento.type));
  };
  const isSettled = (one: OpenFiredEvent): boolean => isTold(one) && isWhole(one) && isAlike(one);
  await untilAllArrived(context, webhooks, () => ofLast().length > 0 && due.every(isSettled) && own.every(isComplete));
  if (arrivalsAt(observer).length === 0) throw new Inconclusive('no event came');
  const relevant = (): readonly Arrival[] => [
    ...fired.flatMap(({ once, amid, refused }) => [...once(), ...amid.arrivals(), ...refused()]),
    ...own.flatMap(({ calls }) => calls.flatMap(({ arrivals }) => arrivals())),
  ];
  await nothing(context, [observer], () => relevant().map(({ attempt }) => attempt));
}

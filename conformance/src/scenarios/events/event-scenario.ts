import { contactTypes, typeFiredBy, unlessNamedOtherwise } from '../../api/event-names.ts';
import { limited } from '../../api/paging.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, type Skip } from '../../model/verdict.ts';
import { arrivesAtAny, noDelivery, nothing, whileArriving } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt, isSameEvent } from '../deliveries/arrivals.ts';
import { newestGuids } from '../log/newest-events.ts';
import { oncePerRun } from '../once-per-run.ts';
import { operationCases } from '../operations/operation-case.ts';
import { isSparing } from '../sparingly.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { alikeWebhooks, type MissedEvents, missedByBound, missedEvents } from './alike-webhooks.ts';
import type { Cause } from './cause.ts';
import { type EventLog, eventLog, type Subscription } from './event-log.ts';
import { lastEvents } from './last-events.ts';
import { firingResources, objectLife, variedLives } from './object-life.ts';
import { type OddWebhooks, oddWebhooks } from './odd-webhooks.ts';
import { type Redelivery, redeliver } from './redelivery.ts';
import { isToldBy, type Known, Steps } from './steps.ts';

/** Everything that fires events, done once in each company. Nothing else is done meanwhile, so each event can be matched to its step. */
export interface EventScenario {
  readonly steps: readonly Cause[];
  /** The steps whose events could come to all of the webhooks. Objects with varied bodies come later, for one webhook alone. */
  readonly shared: readonly Cause[];
  readonly subscriptions: readonly Subscription[];
  /** The webhook for the steps after the shared ones. */
  readonly varied: Subscription;
  /** Webhooks of the first company that ask for types like the fired ones. */
  readonly odd: OddWebhooks;
  /** Events that did not come to webhooks that had to receive them, though others received them. */
  readonly missed: readonly MissedEvents[];
  /** The types that the target creates webhooks for. */
  readonly types: readonly string[];
  /** The events of the last call in each company, before anything else was done there. */
  readonly last: readonly Cause[];
  /** What the event log showed then; undefined if the target has none. */
  readonly log: EventLog | undefined;
  /** Events of each type, redelivered on demand; none if the target has no such operation. */
  readonly redeliveries: readonly Redelivery[];
  /** The EventGuids of the newest events, as the list showed them after the redeliveries. */
  readonly orderAfter: readonly string[];
  /** Why no document was issued and exported; undefined if one was. */
  readonly noDocuments: Skip | Inconclusive | undefined;
}

/** Prepared once per run, while nothing else happens at the target. @throws Inconclusive when nothing is delivered. */
export const eventScenario: (context: CheckContext) => Promise<EventScenario> = oncePerRun(fireEverything, 'a lost answer');

/** Every event that any webhook of the scenario received. */
export function arrivalsEverywhere({
  subscriptions,
  varied,
}: EventScenario): readonly (Arrival & { readonly subscription: Subscription })[] {
  return [...subscriptions, varied].flatMap((subscription) =>
    arrivalsAt(subscription.webhook).map((arrival) => ({ ...arrival, subscription })),
  );
}

async function fireEverything(context: CheckContext): Promise<EventScenario> {
  const [first, ...others] = context.target.companies;
  const { create, update } = contactTypes(context);
  const subscriptions: Subscription[] = [];
  const subscribe = async (types: readonly string[], company: Company | undefined): Promise<Subscription> => {
    const options = { lasting: true, ...(company === undefined && { everyCompany: true }) };
    const subscription = { webhook: await createWebhook(context, company ?? first, types, options), types, company };
    subscriptions.push(subscription);
    return subscription;
  };
  const fired = operationCases(context, first).flatMap(({ operation }) => typeFiredBy(operation, context.target) ?? []);
  const types: string[] = [];
  // Not every entity fires every event, so the target need not create a webhook for each type.
  for (const type of new Set([create, ...fired])) if (await unlessRefused(subscribe([type], first))) types.push(type);
  if (types.length === 0)
    throw new Inconclusive(`the target creates no webhook for ${create}: ${unlessNamedOtherwise(create, context.target)}`);
  const whole = await Promise.all([first, ...others].map((company) => subscribe(types, company)));
  const webhooks = whole.map(({ webhook }) => webhook);
  const everywhere = await subscribe(types, undefined);
  if (types.includes(update)) await subscribe([update], undefined);
  for (const company of others) await subscribe(types.slice(0, 1), company);
  const odd = await oddWebhooks(context, first, types);
  // Created last and deleted before the redeliveries, so that the next webhook gets its id if the target reuses ids.
  if (types.length > 2) await subscribe([...types.slice(0, 1), ...types.slice(-1)], first);
  const known: Known = { types, steps: [], silent: new Set(), strange: new Set() };
  let noDocuments: EventScenario['noDocuments'];
  for (const webhook of webhooks) {
    await readFirstPages(context, webhook.company);
    const steps = new Steps(context, webhook, known);
    const [contacts, ...resources] = firingResources();
    const lived = webhook.company === first ? resources : context.some(resources);
    for (const resource of [...(contacts ? [contacts] : []), ...lived]) await steps.live(() => objectLife(steps, resource));
    noDocuments ??= steps.ended;
  }
  const shared = [...known.steps];
  // These see only the last events. So many webhooks during all the steps would keep the target busy.
  const alike = await alikeWebhooks(context, first, types);
  const keys = new Map<OperationId, string>();
  const last = await lastEvents(context, webhooks, new Set(shared.filter((step) => step.count() > 0).map(({ type }) => type)), keys);
  await allArrive(context, subscriptions, whole, known);
  const lastOfFirst = last.filter(({ company }) => company === first).flatMap((cause) => cause.arrivals());
  const missed = [...(await missedEvents(context, lastOfFirst, alike)), await missedByBound(context, everywhere.webhook, webhooks)];
  await withdraw(context, ...alike.map(({ webhook }) => webhook));
  const log = await eventLog(context, first, shared, last, subscriptions);
  // Nothing was written since. A duplicate delivery had time to come while the log was read.
  const subscribed = subscriptions.map(({ webhook }) => webhook);
  await nothing(context, subscribed, () => subscribed.flatMap(({ endpoint }) => endpoint.attempts));
  const redeliveries = await redeliver(context, whole[0], subscriptions, shared, log);
  const orderAfter = log && redeliveries.length > 0 ? await newestGuids(context, first, log.order) : [];
  await withdraw(context, ...subscribed, ...Object.values(odd).filter((webhook) => webhook !== undefined));
  const varied = await vary(context, first, known, keys);
  return { steps: known.steps, shared, subscriptions, varied, odd, missed, types, last, log, redeliveries, orderAfter, noDocuments };
}

/** Reads the beginning of every list, which must not change where events go. Does nothing below the standard budget. */
async function readFirstPages(context: CheckContext, company: Company): Promise<void> {
  if (context.isQuick) return;
  for (const { effect, prepare } of operationCases(context, company))
    if (effect.kind === 'list') await context.send(limited((await prepare()).call, 1));
}

/** Creates objects with varied bodies, which only one webhook is told of. @param keys keys that another user has used */
async function vary(context: CheckContext, company: Company, known: Known, keys: Map<OperationId, string>): Promise<Subscription> {
  const { types, silent, strange } = known;
  const webhook = await createWebhook(context, company, types, { lasting: true });
  const keyFor = (operation: OperationId): string => {
    const key = keys.get(operation) ?? context.freshKey();
    keys.delete(operation);
    return key;
  };
  const before = known.steps.length;
  const steps = new Steps(context, webhook, known);
  for (const resource of firingResources())
    if (resource.name !== 'Anagrafica' || !isSparing(context)) await steps.live(() => variedLives(steps, resource, keyFor));
  const varied = known.steps.slice(before).filter(({ type }) => types.includes(type) && !silent.has(type));
  const told = (step: Cause): boolean => step.arrivals().some(({ evento }) => strange.has(step.type) || isToldBy(step, evento));
  // The first event of a type may belong to an earlier call on the same object.
  await whileArriving(context, [webhook], () => varied.every(told));
  await nothing(context, [webhook], () => webhook.endpoint.attempts);
  await withdraw(context, webhook);
  return { webhook, types, company };
}

/** Waits until every webhook has received what the webhooks for every type received. @param whole those for every type of a company */
async function allArrive(
  context: CheckContext,
  subscriptions: readonly Subscription[],
  whole: readonly Subscription[],
  { steps, silent }: Known,
): Promise<void> {
  const missing = ({ webhook, types, company }: Subscription): boolean =>
    whole
      .flatMap((one) => arrivalsAt(one.webhook))
      .some(
        (arrival) =>
          types.includes(String(arrival.evento.type)) &&
          (company === undefined || company.id === String(arrival.evento.companyId)) &&
          !arrivalsAt(webhook).some((other) => isSameEvent(arrival, other)),
      );
  const delivered = (): boolean => subscriptions.some(({ webhook }) => webhook.endpoint.attempts.length > 0);
  const webhooks = subscriptions.map(({ webhook }) => webhook);
  await arrivesAtAny(webhooks, delivered, context.target.timing.deliveryWithinMs);
  const reached = context.run.webhooks.all.some(({ endpoint }) => endpoint.attempts.length > 0);
  if (!reached) throw new Inconclusive(noDelivery(context));
  // Which entities fire is the target's choice, and is judged later.
  const complete = (): boolean =>
    whole.every(({ types, company }) =>
      steps.every((step) => step.company !== company || !types.includes(step.type) || silent.has(step.type) || step.arrivals().length > 0),
    );
  await Promise.all([
    ...subscriptions.map((one) => whileArriving(context, [one.webhook], () => !missing(one))),
    ...whole.map(({ webhook }) => whileArriving(context, [webhook], complete)),
  ]);
}

import { contactTypes, typeFiredBy, unlessNamedOtherwise } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { arrivesAtAny, noDelivery, nothing, whileArriving } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt, isSameEvent } from '../deliveries/arrivals.ts';
import { newestGuids } from '../log/newest-events.ts';
import { oncePerRun } from '../once-per-run.ts';
import { operationCases } from '../operations/operation-case.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { alikeWebhooks, type MissedEvents, missedEvents } from './alike-webhooks.ts';
import { missedByBound } from './bound-webhooks.ts';
import { type CreatedTogether, createTogether } from './created-together.ts';
import { type EventLog, eventLog } from './event-log.ts';
import { isToldBy, livesIn, variedIn } from './event-steps.ts';
import { type LastEvent, lastEvents } from './last-events.ts';
import { type OddArrivals, OddWebhooks } from './odd-webhooks.ts';
import { readFirstPages } from './read-pages.ts';
import { type Redelivery, redeliver } from './redelivery.ts';
import type { Step, Subscription, TakenStep } from './step.ts';
import { StepArrivals } from './step-arrivals.ts';

/** Everything that fires events, done once in each company. Nothing else is done meanwhile, so each event can be matched to its step. */
export interface EventScenario {
  readonly steps: readonly TakenStep[];
  /** The steps whose events could come to all of the webhooks. Objects with varied bodies come later, for one webhook alone. */
  readonly shared: readonly TakenStep[];
  readonly subscriptions: readonly Subscription[];
  /** The webhook for the steps after the shared ones. */
  readonly varied: Subscription | undefined;
  /** What came to webhooks of the first company that ask for types like the fired ones. */
  readonly odd: OddArrivals;
  /** Events that did not come to webhooks that had to receive them, though others received them. */
  readonly missed: readonly MissedEvents[];
  /** The types that the target creates webhooks for. */
  readonly types: readonly string[];
  /** The objects that were created at the same time in the first company. */
  readonly together: readonly CreatedTogether[];
  /** The events of the last call in each company, before anything else was done there. */
  readonly last: readonly LastEvent[];
  /** What the event log showed then; undefined if the target has none. */
  readonly log: EventLog | undefined;
  /** Events of each type, redelivered on demand; none if the target has no such operation. */
  readonly redeliveries: readonly Redelivery[];
  /** The EventGuids of the newest events, as the list showed them after the redeliveries. */
  readonly orderAfter: readonly string[];
  /** Documents that were created and never issued. */
  readonly unissued: readonly string[];
  /** Why no document was issued and exported; undefined if one was. */
  readonly noDocuments: Skip | Inconclusive | undefined;
}

/** Prepared once per run, while nothing else happens at the target. @throws Inconclusive when nothing is delivered. */
export const eventScenario: (context: CheckContext) => Promise<EventScenario> = oncePerRun(
  (context) => new EventScenarioRun(context).run(),
  'a lost answer',
);

/** Every event that any webhook of the scenario received. */
export function arrivalsEverywhere({
  subscriptions,
  varied,
}: EventScenario): readonly (Arrival & { readonly subscription: Subscription })[] {
  return [...subscriptions, ...(varied ? [varied] : [])].flatMap((subscription) =>
    arrivalsAt(subscription.webhook).map((arrival) => ({ ...arrival, subscription })),
  );
}

class EventScenarioRun {
  readonly #context: CheckContext;
  readonly #subscriptions: Subscription[] = [];
  readonly #steps: TakenStep[] = [];
  readonly #unissued: string[] = [];
  /** Types without any event so far. */
  readonly #silent = new Set<string>();
  /** Types whose events do not show what was done. */
  readonly #strange = new Set<string>();
  #noDocuments: Skip | Inconclusive | undefined;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  async run(): Promise<EventScenario> {
    const [first, ...others] = this.#context.target.companies;
    const types = await this.#single(first);
    const { update } = contactTypes(this.#context);
    const whole: readonly Subscription[] = await Promise.all([first, ...others].map((company) => this.#subscribe(types, company)));
    const everywhere = await this.#subscribe(types, undefined);
    if (types.includes(update)) await this.#subscribe([update], undefined);
    for (const company of others) await this.#subscribe(types.slice(0, 1), company);
    const odd = await OddWebhooks.create(this.#context, first, types);
    // Created last and deleted before the redeliveries, so that the next webhook gets its id if the target reuses ids.
    if (types.length > 2) await this.#subscribe([...types.slice(0, 1), ...types.slice(-1)], first);
    for (const { webhook } of whole) {
      await readFirstPages(this.#context, webhook.company);
      await this.#take(webhook, types, livesIn(this.#context, webhook.company));
    }
    const [main] = whole;
    const keys = new Map<OperationId, string>();
    const together = main === undefined ? [] : await createTogether(this.#context, main.webhook, types, first);
    const fired = new Set(this.#steps.filter(({ arrivals }) => arrivals().length > 0).map(({ type }) => type));
    const webhooks = whole.map(({ webhook }) => webhook);
    // These see only the last events. So many webhooks during all the steps would keep the target busy.
    const alike = await alikeWebhooks(this.#context, first, types);
    const last = await lastEvents(this.#context, webhooks, fired, keys);
    const shared = [...this.#steps];
    await this.#arrive(whole);
    const lastOfFirst = last.filter(({ company }) => company === first).flatMap(({ arrivals }) => arrivals());
    const missed = [
      ...(await missedEvents(this.#context, lastOfFirst, alike)),
      await missedByBound(this.#context, everywhere.webhook, webhooks),
    ];
    await withdraw(this.#context, ...alike.map(({ webhook }) => webhook));
    const log = await eventLog(this.#context, first, shared, last, this.#subscriptions);
    // Nothing was written since. A duplicate delivery had time to come while the log was read.
    const subscribed = this.#subscriptions.map(({ webhook }) => webhook);
    await nothing(this.#context, subscribed, () => subscribed.flatMap(({ endpoint }) => endpoint.attempts));
    const redeliveries = await redeliver(this.#context, main, this.#subscriptions, shared, log);
    const orderAfter = log && redeliveries.length > 0 ? await newestGuids(this.#context, first, log.order) : [];
    await withdraw(this.#context, ...subscribed, ...odd.all);
    const varied = await this.#vary(first, types, keys);
    const [steps, subscriptions, unissued] = [this.#steps, this.#subscriptions, this.#unissued];
    return {
      steps,
      shared,
      subscriptions,
      varied,
      odd: odd.arrivals,
      missed,
      types,
      together,
      last,
      unissued,
      log,
      redeliveries,
      orderAfter,
      noDocuments: this.#noDocuments,
    };
  }

  /** Creates objects with varied bodies, which only one webhook is told of. @param keys keys that another user has used */
  async #vary(company: Company, types: readonly string[], keys: Map<OperationId, string>): Promise<Subscription> {
    const webhook = await createWebhook(this.#context, company, types, { lasting: true });
    const keyFor = (operation: OperationId): string => {
      const key = keys.get(operation) ?? this.#context.freshKey();
      keys.delete(operation);
      return key;
    };
    const before = this.#steps.length;
    await this.#take(webhook, types, variedIn(this.#context, company, keyFor));
    const varied = this.#steps.slice(before).filter(({ type }) => types.includes(type) && !this.#silent.has(type));
    const told = (step: TakenStep): boolean => step.arrivals().some(({ evento }) => this.#strange.has(step.type) || isToldBy(step, evento));
    // The first event of a type may belong to an earlier call on the same object.
    await whileArriving(this.#context, [webhook], () => varied.every(told));
    await nothing(this.#context, [webhook], () => webhook.endpoint.attempts);
    await withdraw(this.#context, webhook);
    return { webhook, types, company };
  }

  /** Creates one webhook for each type that the target accepts: not every entity fires every event. */
  async #single(company: Company): Promise<readonly string[]> {
    const { create } = contactTypes(this.#context);
    const fired = operationCases(this.#context, company).flatMap(({ operation }) => typeFiredBy(operation, this.#context.target) ?? []);
    const candidates = [...new Set([create, ...fired])];
    const taken: string[] = [];
    for (const type of candidates) if (await unlessRefused(this.#subscribe([type], company))) taken.push(type);
    if (taken.length === 0)
      throw new Inconclusive(`the target creates no webhook for ${create}: ${unlessNamedOtherwise(create, this.#context.target)}`);
    return taken;
  }

  async #subscribe(types: readonly string[], company: Company | undefined): Promise<Subscription> {
    const { target } = this.#context;
    const options = company === undefined ? { everyCompany: true, lasting: true } : { lasting: true };
    const webhook = await createWebhook(this.#context, company ?? target.companies[0], types, options);
    const subscription = { webhook, types, company };
    this.#subscriptions.push(subscription);
    return subscription;
  }

  async #take(webhook: Webhook, types: readonly string[], lives: readonly AsyncIterable<Step>[]): Promise<void> {
    const { company } = webhook;
    const arrived = new StepArrivals(webhook, (type) => this.#silent.has(type));
    for (const life of lives) {
      try {
        for await (const step of life) {
          const arrivals = arrived.of(step);
          if (!(await this.#act(step))) continue;
          if (step.unissued) this.#unissued.push(step.id() ?? '');
          this.#steps.push({ ...step, company, arrivals });
          if (step.awaited && types.includes(step.type)) await this.#awaitStep(webhook, step, arrivals);
        }
      } catch (error) {
        if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
        if (life === lives.at(-1)) this.#noDocuments ??= error;
      }
      arrived.endLife();
    }
  }

  /** Whether the step was done. An optional step may be refused, which other rules judge. */
  async #act({ act, optional }: Step): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (!optional || !(error instanceof Skip || error instanceof Inconclusive)) throw error;
      return false;
    }
  }

  /** Waits for the event of a step. An earlier step may have caused other events of its type, which come first. */
  async #awaitStep(webhook: Webhook, step: Step, arrivals: () => readonly Arrival[]): Promise<void> {
    const { type } = step;
    await this.#await(webhook, type, () => arrivals().length > 0);
    if (this.#silent.has(type) || this.#strange.has(type)) return;
    const told = (): boolean => arrivals().some(({ evento }) => isToldBy(step, evento));
    await whileArriving(this.#context, [webhook], told);
    if (!told()) this.#strange.add(type);
  }

  async #await(webhook: Webhook, type: string, came: () => boolean): Promise<void> {
    if (this.#silent.has(type)) return;
    await whileArriving(this.#context, [webhook], came);
    if (came()) return;
    this.#silent.add(type);
    if (this.#steps.length > 1) return;
    // Nothing comes, or nothing readable, or contacts fire no events. All other types are awaited only once, at the end.
    for (const other of this.#subscriptions.flatMap(({ types }) => types)) this.#silent.add(other);
  }

  /** Waits until every webhook has received what the webhooks for every type received. */
  async #arrive(whole: readonly Subscription[]): Promise<void> {
    const known = (): readonly Arrival[] => whole.flatMap(({ webhook }) => arrivalsAt(webhook));
    const missing = ({ webhook, types, company }: Subscription): boolean =>
      known().some(
        (arrival) =>
          types.includes(String(arrival.evento.type)) &&
          (company === undefined || company.id === String(arrival.evento.companyId)) &&
          !arrivalsAt(webhook).some((other) => isSameEvent(arrival, other)),
      );
    const { deliveryWithinMs } = this.#context.target.timing;
    const webhooks = this.#subscriptions.map(({ webhook }) => webhook);
    const delivered = (): boolean => this.#subscriptions.some(({ webhook }) => webhook.endpoint.attempts.length > 0);
    await arrivesAtAny(webhooks, delivered, deliveryWithinMs);
    const reached = this.#context.run.webhooks.all.some(({ endpoint }) => endpoint.attempts.length > 0);
    if (!reached) throw new Inconclusive(noDelivery(this.#context));
    const stepsIn = (company: Company): readonly TakenStep[] => this.#steps.filter((step) => step.company === company);
    const complete = (): boolean => whole.every(({ webhook, types }) => !this.#isDue(stepsIn(webhook.company), types));
    await Promise.all([
      ...this.#subscriptions.map((one) => whileArriving(this.#context, [one.webhook], () => !missing(one))),
      ...whole.map(({ webhook }) => whileArriving(this.#context, [webhook], complete)),
    ]);
  }

  /** Whether a possible event has not come yet. Which entities fire is the target's choice, and is judged later. */
  #isDue(steps: readonly TakenStep[], types: readonly string[]): boolean {
    const asked = steps.filter((step) => types.includes(step.type) && !this.#silent.has(step.type));
    return asked.some(({ arrivals }) => arrivals().length === 0);
  }
}

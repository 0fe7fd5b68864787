import { typeFiredBy } from '../../api/event-names.ts';
import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { type ResourceName, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { nothing, whileArriving } from '../../wait/arrives.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsOfId, arrivalsOfKind } from '../deliveries/arrivals.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { actsBefore } from '../operations/available-object.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { createContact } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { firedTypes, type WatchedEvents, watchEvents } from '../webhooks/observer.ts';
import { isEvent, isRepeating } from './delivered-event.ts';
import { firstUse, type Use } from './use.ts';

/** How many repeated deliveries of an event are tolerated: the source says that an event may be delivered more than once. */
const REPEATED = 2;

/** Whether events must come as often as for the control, or only no more often. */
type Bound = 'no more' | 'as many';

/** How often each use of an operation took effect, by lists and events. Both are read once for all uses. */
export class Effects {
  readonly #context: CheckContext;
  readonly #watched: WatchedEvents | undefined;
  /** By operation: a use that was never retried. */
  readonly #controls = new Map<OperationId, Use>();
  readonly #uses: Use[] = [];
  /** Refused requests, whose names no list may show. */
  readonly #refused: Use[] = [];

  private constructor(context: CheckContext, watched: WatchedEvents | undefined) {
    this.#context = context;
    this.#watched = watched;
  }

  /** Starts to watch the first company's events. Call this before the uses that are counted. */
  static async watch(context: CheckContext): Promise<Effects> {
    const watched = await context.part('events', () => watchEvents(context, context.target.companies[0]));
    const unseen = firedTypes(context).filter((type) => !watched?.webhook.events.includes(type));
    if (watched !== undefined && unseen.length > 0) context.leaveUnjudged(`events: the target creates no webhook for ${unseen.join(', ')}`);
    return new Effects(context, unseen.length > 0 ? undefined : watched);
  }

  /** Judges by lists only, without events. */
  static listsOf(context: CheckContext): Effects {
    return new Effects(context, undefined);
  }

  /** Receives the company's events; undefined if no webhook does. */
  get webhook(): Webhook | undefined {
    return this.#watched?.webhook;
  }

  /**
   * Uses an operation once, unless its effects stay for good. Nobody may retry it: the events of other uses are compared with its events.
   * @throws Skip, Inconclusive if the target does not do it
   */
  async control(one: OperationCase): Promise<Use | undefined> {
    return one.staysForGood ? undefined : this.compareWith(await controlAt(this.#context, { one, webhook: this.webhook }));
  }

  /** Adds a control that was sent already. */
  compareWith(use: Use): Use {
    this.#controls.set(use.one.operation, use);
    return use;
  }

  /** Adds a use that must have taken effect once. */
  expect(use: Use): void {
    this.#uses.push(use);
  }

  /** Adds a refused use, whose name no list may show. */
  expectNone(use: Use): void {
    this.#refused.push(use);
  }

  /**
   * Judges that each expected use took effect once.
   * @param events whether the other uses must fire as many events as the control, or only no more
   */
  async judge(message: string, events: Bound = 'no more'): Promise<void> {
    await this.#judgeLists(message);
    if (this.#watched !== undefined) await this.#judgeEvents(message, this.#watched.webhook, events);
    await this.#watched?.end();
  }

  async #judgeLists(message: string): Promise<void> {
    const listed = [...this.#uses.filter(({ one }) => one.effect.kind === 'create'), ...this.#refused];
    for (const [resource, uses] of Map.groupBy(listed, ({ one }) => one.effect.resource)) {
      // Other rules judge a list that does not show what was created.
      const labels = await labelsOf(this.#context, resource);
      for (const use of labels === undefined ? [] : uses) {
        const [label, most] = [use.draft?.label, this.#refused.includes(use) ? 0 : 1];
        if (label === undefined) continue;
        const count = labels?.filter((other) => other === label).length ?? 0;
        this.#context.judge(count <= most, {
          message: `${message} (${use.one.operation})`,
          expected: `${most} × ${label} in the list`,
          actual: String(count),
        });
      }
    }
  }

  async #judgeEvents(message: string, webhook: Webhook, bound: Bound): Promise<void> {
    const context = this.#context;
    const all = [...this.#controls.values(), ...this.#uses].filter(
      ({ one }) => one.effect.fires !== undefined || isRepeating(one.operation),
    );
    const about = arrivalsByUse(context, webhook, all);
    const isHere = (use: Use, arrivals: readonly Arrival[]): boolean => {
      const { one } = use;
      const fired = typeFiredBy(one.operation, context.target);
      const isCompared = bound === 'as many' || use === this.#controls.get(one.operation);
      if (isCompared && fired !== undefined) return arrivals.some(({ evento }) => evento.type === fired);
      return arrivals.length > (isRepeating(one.operation) ? 1 : 0);
    };
    const arrived = (): boolean => [...about()].every(([use, arrivals]) => isHere(use, arrivals));
    // If other rules keep deliveries coming, the arrival of an event that is fired now shows that earlier ones must have come.
    const hasSettled = (await whileArriving(context, [webhook], arrived)) || (await settled(context, webhook));
    if (!hasSettled) context.leaveUnjudged('whether every event came: deliveries were still coming, one after the other');
    await nothing(context, [webhook], () => [...about().values()].flat().map(({ attempt }) => attempt));
    this.#judgeCounts(message, about(), hasSettled ? bound : 'no more', hasSettled);
  }

  /** @param isWhole whether all events of the controls have come */
  #judgeCounts(message: string, about: ReadonlyMap<Use, readonly Arrival[]>, bound: Bound, isWhole: boolean): void {
    for (const use of this.#uses) {
      const control = this.#controls.get(use.one.operation);
      if (control === undefined || control === use) continue;
      const countsOf = (one: Use): ReadonlyMap<string, number> => this.#counts(one, about.get(one) ?? []);
      const [expected, seen] = [countsOf(control), countsOf(use)];
      const fired = typeFiredBy(use.one.operation, this.#context.target);
      // The control's own event may be on its way still.
      if (expected.size === 0 || (fired !== undefined && !isRepeating(use.one.operation) && !expected.has(fired))) continue;
      const preparing = preparingTypes(this.#context, use);
      for (const [what, count] of seen) {
        if (!isWhole && !expected.has(what)) continue;
        // The preparation of the control's object may have been fired before anybody watched.
        const most = Math.max(expected.get(what) ?? 0, preparing.includes(what) ? 1 : 0);
        this.#context.judge(count <= most, {
          message: `${message} (${use.one.operation})`,
          expected: `${most} × ${what}, as without a retry`,
          actual: String(count),
        });
      }
      // A repeated delivery is not another event, so fewer deliveries may come.
      if (bound === 'no more' || fired === undefined || !expected.has(fired)) continue;
      this.#context.judge(seen.has(fired), {
        message: `${message}, and its event must come (${use.one.operation})`,
        expected: `${fired}, as for another use`,
        actual: [...seen.keys()].join(', ') || 'no event about it',
      });
    }
  }

  /** The number of events of each type, by EventGuid, and of all deliveries, less those that a target may repeat. */
  #counts(use: Use, arrivals: readonly Arrival[]): ReadonlyMap<string, number> {
    if (arrivals.length === 0) return new Map();
    const guidsOf = (some: readonly Arrival[]): number => new Set(some.map(({ evento }) => String(evento.eventGuid))).size;
    const types = [...Map.groupBy(arrivals, ({ evento }) => String(evento.type))].map(([type, some]) => [type, guidsOf(some)] as const);
    const events = isRepeating(use.one.operation) ? 1 : types.reduce((sum, [, count]) => sum + count, 0);
    const tolerated = use === this.#controls.get(use.one.operation) ? 0 : REPEATED * events;
    return new Map([...types, ['deliveries', arrivals.length - tolerated]]);
  }
}

/** Rules that watch with one webhook at the same time have the same controls. */
const controlAt = oncePerRunFor<Readonly<{ one: OperationCase; webhook: Webhook | undefined }>, Use>(
  ({ one, webhook }) => `${one.operation} ${webhook?.id}`,
  async (context, { one }) => await firstUse(context, one),
);

/** The types of the events that the preparation of a use's object fires, each once. */
function preparingTypes(context: CheckContext, { one: { effect } }: Use): readonly string[] {
  const { create } = resources[effect.of ?? effect.resource].operations;
  const before = effect.kind === 'create' || create === undefined ? [] : [create, ...actsBefore(effect)];
  return before.flatMap((operation) => typeFiredBy(operation, context.target) ?? []);
}

/** The names of a resource's objects in its list; undefined if it cannot be read to its end. */
async function labelsOf(context: CheckContext, resource: ResourceName): Promise<readonly string[] | undefined> {
  const { label, operations } = resources[resource];
  if (operations.list === undefined || label === undefined || !isServed(context, operations.list)) return undefined;
  const list = (await context.api()).call(operations.list, { company: context.target.companies[0] });
  const listing = await readList(list, (call) => context.send(call));
  return listing?.complete ? listing.entries.map((entry: JsonObject) => String(memberOf(entry, label))) : undefined;
}

/** What has arrived about each use so far: about its object, or about everything with its name. */
export function arrivalsByUse(context: CheckContext, webhook: Webhook, uses: readonly Use[]): () => ReadonlyMap<Use, readonly Arrival[]> {
  const about = uses.map((use) => [use, arrivalsOfKind(webhook, ({ evento }) => isAbout(context, evento, use))] as const);
  return () => new Map(about.map(([use, arrivals]) => [use, arrivals()]));
}

function isAbout(context: CheckContext, evento: Evento, { one, object, draft }: Use): boolean {
  const resource = resources[one.effect.resource];
  if (isRepeating(one.operation)) return object !== undefined && isEvent(evento, object.id);
  const isNamed = one.effect.kind === 'create' && resource.label !== undefined && draft?.label !== undefined;
  return isNamed ? isAboutName(resource, draft.label, evento) : object !== undefined && isAboutId(context, resource, object.id, evento);
}

/** Whether an event that is fired now is delivered. If so, the events that were due before it are too. */
export async function settled(context: CheckContext, { endpoint, company }: Webhook): Promise<boolean> {
  const created = await unlessRefused(createContact(context, company));
  if (created === undefined) return false;
  const came = (): boolean => arrivalsOfId(endpoint, created.id).length > 0;
  return await context.rest(() => endpoint.arrives(came, context.target.timing.deliveryWithinMs));
}

import { typeFiredBy } from '../../api/event-names.ts';
import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { nothing, whileArriving } from '../../wait/arrives.ts';
import type { Arrival } from '../deliveries/arrivals.ts';
import { WatchedLog } from '../log/watched-log.ts';
import { actsBefore } from '../operations/acts-before.ts';
import { firedTypes, type WatchedEvents, watchEvents } from '../webhooks/observer.ts';
import { arrivalsByUse, isAbout } from './arrivals-by-use.ts';
import { isRepeating } from './delivered-event.ts';
import type { KeyedUse } from './keyed-use.ts';
import { settled } from './settled.ts';

/** How many repeated deliveries of an event are tolerated: the source says that an event may be delivered more than once. */
const REPEATED = 2;

/** Whether events must come as often as for the control, or only no more often. */
type Bound = 'no more' | 'as many';

/** How often each use of an operation took effect, by lists and events. Both are read once for all uses. */
export class OperationEffects {
  readonly #context: CheckContext;
  readonly #log: WatchedLog | undefined;
  /** Receives the company's events; undefined if no webhook does. */
  readonly webhook: Webhook | undefined;
  readonly #watched: WatchedEvents | undefined;
  /** By operation: a use that was never retried. */
  readonly #controls = new Map<OperationId, KeyedUse>();
  readonly #uses: KeyedUse[] = [];
  /** Refused requests, whose names no list may show. */
  readonly #refused: KeyedUse[] = [];

  private constructor(context: CheckContext, watched: WatchedEvents | undefined, log: WatchedLog | undefined) {
    this.#context = context;
    this.#watched = watched;
    this.webhook = watched?.webhook;
    this.#log = log;
  }

  /** Starts to watch a company's events. Call this before the uses that are counted. */
  static async watch(context: CheckContext, company: Company = context.target.companies[0]): Promise<OperationEffects> {
    const watched = await context.part('events', () => watchEvents(context, company));
    const unseen = firedTypes(context).filter((type) => !watched?.webhook.events.includes(type));
    if (watched !== undefined && unseen.length > 0) context.leaveUnjudged(`events: the target creates no webhook for ${unseen.join(', ')}`);
    return new OperationEffects(context, unseen.length > 0 ? undefined : watched, await WatchedLog.start(context, company));
  }

  /** Judges by lists only, without events. */
  static listsOf(context: CheckContext): OperationEffects {
    return new OperationEffects(context, undefined, undefined);
  }

  /** Adds a use that nobody retried. The events of the other uses of its operation are compared with its events. */
  control(use: KeyedUse): void {
    this.#controls.set(use.one.operation, use);
  }

  /** Adds a use that must have taken effect once. */
  expect(use: KeyedUse): void {
    this.#uses.push(use);
  }

  /** Adds a refused use, whose name no list may show. */
  expectNone(use: KeyedUse): void {
    this.#refused.push(use);
  }

  /**
   * Judges that each expected use took effect once.
   * @param events whether the other uses must fire as many events as the control, or only no more
   */
  async judge(message: string, events: Bound = 'no more'): Promise<void> {
    await this.#judgeLists(message);
    await this.#judgeEvents(message, events);
    await this.#watched?.end();
    await this.#judgeLog(message);
  }

  async #judgeLists(message: string): Promise<void> {
    const created = this.#uses.filter(({ one }) => one.effect.kind === 'create');
    for (const name of new Set([...created, ...this.#refused].map(({ one }) => one.effect.resource))) {
      const isOf = ({ one }: KeyedUse): boolean => one.effect.resource === name;
      const [uses, refused] = [created.filter(isOf), this.#refused.filter(isOf)];
      const labels = await labelsOf(this.#context, [...uses, ...refused]);
      for (const { one, draft } of labels === undefined ? [] : refused) {
        this.#context.judge(draft?.label === undefined || !labels?.includes(draft.label), {
          message: `${message}: a refused object must not be listed (${one.operation})`,
          expected: `no object named ${draft?.label}`,
          actual: 'it is listed',
        });
      }
      for (const { one, draft } of uses) {
        const count = draft?.label === undefined ? undefined : labels?.filter((label) => label === draft.label).length;
        // Other rules judge a list that does not show the object.
        if (count === undefined || count === 0) continue;
        this.#context.judge(count === 1, {
          message: `${message} (${one.operation})`,
          expected: `one object named ${draft?.label}`,
          actual: `${count} in the list`,
        });
      }
    }
  }

  async #judgeEvents(message: string, bound: Bound): Promise<void> {
    const { webhook } = this;
    if (webhook === undefined) return;
    const context = this.#context;
    const all = [...this.#controls.values(), ...this.#uses].filter(
      ({ one }) => one.effect.fires !== undefined || isRepeating(one.operation),
    );
    const about = arrivalsByUse(context, webhook, all);
    const isHere = (use: KeyedUse, arrivals: readonly Arrival[]): boolean => {
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
    this.#judgeCounts(message, (use) => this.#counts(use, about().get(use) ?? []), hasSettled ? bound : 'no more', hasSettled);
  }

  /** Only the log shows events that are delivered to nobody. */
  async #judgeLog(message: string): Promise<void> {
    const events = await this.#log?.events();
    if (events === undefined) return;
    this.#judgeCounts(`${message}, in the log too`, (use) => {
      const own = isRepeating(use.one.operation) ? [] : events.filter((evento) => isAbout(this.#context, evento, use));
      return guidsByType(own);
    });
  }

  /** @param isWhole whether all events of the controls have come */
  #judgeCounts(message: string, countsOf: (use: KeyedUse) => ReadonlyMap<string, number>, bound: Bound = 'no more', isWhole = true): void {
    for (const use of this.#uses) {
      const control = this.#controls.get(use.one.operation);
      if (control === undefined || control === use) continue;
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
  #counts(use: KeyedUse, arrivals: readonly Arrival[]): ReadonlyMap<string, number> {
    if (arrivals.length === 0) return new Map();
    const types = guidsByType(arrivals.map(({ evento }) => evento));
    const events = isRepeating(use.one.operation) ? 1 : [...types.values()].reduce((sum, count) => sum + count, 0);
    const tolerated = use === this.#controls.get(use.one.operation) ? 0 : REPEATED * events;
    return new Map([...types, ['deliveries', arrivals.length - tolerated]]);
  }
}

/** The types of the events that the preparation of a use's object fires, each once. */
function preparingTypes(context: CheckContext, { one: { effect } }: KeyedUse): readonly string[] {
  const { create } = resources[effect.of ?? effect.resource].operations;
  const before = effect.kind === 'create' || create === undefined ? [] : [create, ...actsBefore(effect)];
  return before.flatMap((operation) => typeFiredBy(operation, context.target) ?? []);
}

/** The number of events of each type, by EventGuid. */
function guidsByType(events: readonly Evento[]): ReadonlyMap<string, number> {
  const types = Map.groupBy(events, ({ type }) => String(type));
  return new Map([...types].map(([type, ofType]) => [type, new Set(ofType.map(({ eventGuid }) => String(eventGuid))).size]));
}

/** The names of the objects in a list; undefined if it cannot be read to its end. */
async function labelsOf(context: CheckContext, uses: readonly KeyedUse[]): Promise<readonly string[] | undefined> {
  const [use] = uses;
  const { list, label } =
    use === undefined ? {} : { ...resources[use.one.effect.resource].operations, ...resources[use.one.effect.resource] };
  if (use === undefined || list === undefined || label === undefined || !isServed(context, list)) return undefined;
  const listing = await readList((await context.api()).call(list, { company: use.one.company }), (call) => context.send(call));
  return listing?.complete ? listing.entries.map((entry: JsonObject) => String(memberOf(entry, label))) : undefined;
}

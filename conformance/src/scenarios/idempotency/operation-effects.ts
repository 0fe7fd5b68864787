import { idOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, eventObjects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { quiet } from '../deliveries/quiet.ts';
import { isServed } from '../is-served.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { firedTypes, observerOf } from '../webhooks/observer.ts';
import type { KeyedUse } from './keyed-use.ts';

/** Deliveries that a target may repeat by itself: the source says that an event may be delivered more than once. */
const REPEATED = 2;

/** How often each use of an operation took effect, by the lists and by the events: both are asked once for all of them. */
export class OperationEffects {
  readonly #context: CheckContext;
  readonly #webhook: Webhook | undefined;
  /** By operation: what one use causes that was never retried. */
  readonly #controls = new Map<OperationId, KeyedUse>();
  readonly #uses: KeyedUse[] = [];

  private constructor(context: CheckContext, webhook: Webhook | undefined) {
    this.#context = context;
    this.#webhook = webhook;
  }

  /** Starts to watch a company's events; what is to be counted is done after this. */
  static async watch(context: CheckContext, company: Company = context.target.companies[0]): Promise<OperationEffects> {
    const observer = await unlessAbsent(context, 'events', () => observerOf(context, company));
    const unseen = firedTypes(context).filter((type) => !observer?.events.includes(type));
    if (observer !== undefined && unseen.length > 0)
      context.leaveUnjudged(`events: the target creates no webhook for ${unseen.join(', ')}`);
    return new OperationEffects(context, unseen.length > 0 ? undefined : observer);
  }

  /** Without events. */
  static listsOf(context: CheckContext): OperationEffects {
    return new OperationEffects(context, undefined);
  }

  /** One use that nobody retried: the events of others of its operation are compared with its own. */
  control(use: KeyedUse): void {
    this.#controls.set(use.one.operation, use);
  }

  /** It must have taken effect once. */
  expect(use: KeyedUse): void {
    this.#uses.push(use);
  }

  /** Judges all that must have taken effect once. */
  async judge(message: string): Promise<void> {
    await this.#judgeLists(message);
    await this.#judgeEvents(message);
  }

  async #judgeLists(message: string): Promise<void> {
    const created = this.#uses.filter(({ one }) => one.effect.kind === 'create');
    for (const name of new Set(created.map(({ one }) => one.effect.resource))) {
      const uses = created.filter(({ one }) => one.effect.resource === name);
      const labels = await labelsOf(this.#context, uses);
      for (const { one, draft } of uses) {
        const count = draft?.label === undefined ? undefined : labels?.filter((label) => label === draft.label).length;
        // A list that shows nothing of it is judged by other rules.
        if (count === undefined || count === 0) continue;
        this.#context.judge(count === 1, {
          message: `${message} (${one.operation})`,
          expected: `one object named ${draft?.label}`,
          actual: `${count} in the list`,
        });
      }
    }
  }

  async #judgeEvents(message: string): Promise<void> {
    const webhook = this.#webhook;
    if (webhook === undefined) return;
    const context = this.#context;
    const all = [...this.#controls.values(), ...this.#uses].filter(
      ({ one }) => one.effect.fires !== undefined || isRepeating(one.operation),
    );
    const about = arrivalsByUse(context, webhook, all);
    const arrived = (): boolean => [...about()].every(([{ one }, arrivals]) => arrivals.length > (isRepeating(one.operation) ? 1 : 0));
    await context.rest(() => webhook.endpoint.until(arrived, context.target.timing.deliveryWithinMs));
    await quiet(context, [webhook], () => [...about().values()].flat().map(({ attempt }) => attempt));
    const countsOf = (use: KeyedUse): ReadonlyMap<string, number> => this.#counts(use, about().get(use) ?? []);
    for (const use of all) {
      const control = this.#controls.get(use.one.operation);
      if (control === undefined || control === use) continue;
      const [expected, seen] = [countsOf(control), countsOf(use)];
      if (expected.size === 0) continue;
      for (const [what, count] of seen) {
        context.judge(count <= (expected.get(what) ?? 0), {
          message: `${message} (${use.one.operation})`,
          expected: `${expected.get(what) ?? 0} × ${what}, as without a retry`,
          actual: String(count),
        });
      }
    }
  }

  /** Events by type, each counted by its EventGuid; for what repeats deliveries, the deliveries. */
  #counts(use: KeyedUse, arrivals: readonly Arrival[]): ReadonlyMap<string, number> {
    if (isRepeating(use.one.operation)) {
      const tolerated = use !== this.#controls.get(use.one.operation) ? REPEATED : 0;
      return new Map(arrivals.length === 0 ? [] : [['deliveries', arrivals.length - tolerated]]);
    }
    const types = new Map<string, Set<string>>();
    for (const { evento } of arrivals) {
      const guids = types.get(String(evento.type)) ?? new Set();
      types.set(String(evento.type), guids.add(String(evento.eventGuid)));
    }
    return new Map([...types].map(([type, guids]) => [type, guids.size]));
  }
}

/** Whether it acts on an event that was fired before. */
function isRepeating(operation: OperationId): boolean {
  return effects[operation]?.resource === 'Evento';
}

/** An event type of the contract, as the target names it. */
export function typeAt({ target }: CheckContext, type: string): string {
  const [object, action] = type.split('.');
  const setting = Object.entries(eventObjects).find(([, name]) => name === object)?.[0] as keyof typeof eventObjects | undefined;
  return setting === undefined ? type : `${target.surface.eventObjects[setting]}.${action}`;
}

/** What has arrived about each use so far: about its object, or about all that bears its name. Each arrival is looked at once. */
function arrivalsByUse(
  context: CheckContext,
  webhook: Webhook,
  uses: readonly KeyedUse[],
): () => ReadonlyMap<KeyedUse, readonly Arrival[]> {
  const byUse = new Map<KeyedUse, Arrival[]>(uses.map((use) => [use, []]));
  let read = 0;
  let { forgettings } = webhook.endpoint;
  return () => {
    if (forgettings !== webhook.endpoint.forgettings) {
      forgettings = webhook.endpoint.forgettings;
      read = 0;
      for (const use of uses) byUse.set(use, []);
    }
    const until = webhook.endpoint.attempts.length;
    for (const arrival of arrivalsAt(webhook, read, until)) {
      for (const [use, arrivals] of byUse) if (isAbout(context, arrival, use)) arrivals.push(arrival);
    }
    read = until;
    return byUse;
  };
}

function isAbout(context: CheckContext, { evento }: Arrival, { one, object, draft }: KeyedUse): boolean {
  const { resource } = one.effect;
  if (isRepeating(one.operation)) return String(evento.eventGuid).toLowerCase() === object?.id.toLowerCase();
  const { setting, label } = resources[resource];
  if (one.effect.kind === 'create' && label !== undefined && draft?.label !== undefined)
    return memberOf(evento.object, label) === draft.label;
  const isOwn = String(evento.type).startsWith(typeAt(context, `${resource}.`));
  const id = isOwn ? idOf(evento.object, setting) : memberOf(evento.object, `${setting}Id`);
  return object !== undefined && id !== undefined && String(id) === object.id;
}

/** How the objects of a list are named; undefined where it cannot be read to its end. */
async function labelsOf(context: CheckContext, uses: readonly KeyedUse[]): Promise<readonly string[] | undefined> {
  const [use] = uses;
  const { list, label } =
    use === undefined ? {} : { ...resources[use.one.effect.resource].operations, ...resources[use.one.effect.resource] };
  if (use === undefined || list === undefined || label === undefined || !isServed(context, list)) return undefined;
  const listing = await readList((await context.api()).call(list, { company: use.one.company }), (call) => context.send(call));
  return listing?.complete ? listing.entries.map((entry: JsonObject) => String(memberOf(entry, label))) : undefined;
}

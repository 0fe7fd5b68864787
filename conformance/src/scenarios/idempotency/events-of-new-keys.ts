import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { isAboutId, toldId } from '../deliveries/about-object.ts';
import { arrivalsAt } from '../deliveries/arrivals.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { observerOf } from '../webhooks/observer.ts';
import type { KeyedUse } from './keyed-use.ts';
import { settled } from './settled.ts';

interface Due {
  readonly type: string;
  readonly resource: Resource;
  readonly id: string;
}

/** The events of what is executed under keys that are new again. */
export class EventsOfNewKeys {
  readonly #context: CheckContext;
  readonly #observer: Webhook | undefined;
  /** What came to it before. */
  readonly #seen: readonly Evento[];
  readonly #since = Date.now();
  readonly #due: Due[] = [];

  private constructor(context: CheckContext, observer: Webhook | undefined) {
    this.#context = context;
    this.#observer = observer;
    this.#seen = (observer ? arrivalsAt(observer) : []).map(({ evento }) => evento);
  }

  static async start(context: CheckContext, company: Company): Promise<EventsOfNewKeys> {
    return new EventsOfNewKeys(
      context,
      context.isQuick ? undefined : await unlessAbsent(context, 'events', () => observerOf(context, company)),
    );
  }

  /** @param answer to what was executed again */
  expect({ one, object }: KeyedUse, answer: Answer): void {
    const { operation, effect } = one;
    const type = typeFiredBy(operation, this.#context.target);
    const resource = resources[effect.of ?? effect.resource];
    const id = effect.kind === 'create' ? createdId(answer, resource.setting) : object?.id;
    if (type !== undefined && id !== undefined) this.#due.push({ type, resource, id });
  }

  /** Which types a target fires, and whether they tell their object, is its choice: those that the webhook had before are missed. */
  async judge(what: string): Promise<void> {
    const observer = this.#observer;
    if (observer === undefined) return;
    const due = this.#due.filter(({ type, resource }) =>
      this.#seen.some((evento) => evento.type === type && toldId(this.#context, resource, evento) !== undefined),
    );
    const hasCome = ({ type, resource, id }: Due): boolean =>
      arrivalsAt(observer).some(
        ({ attempt, evento }) => attempt.arrivedAt >= this.#since && evento.type === type && isAboutId(this.#context, resource, id, evento),
      );
    // Where other rules keep deliveries coming, one that is caused now says what must have come.
    const hasSettled =
      (await whileArriving(this.#context, [observer], () => due.every(hasCome))) || (await settled(this.#context, observer));
    if (!hasSettled) return this.#context.leaveUnjudged('whether every event came: deliveries come one after the other, and still came');
    const types = [...new Set(due.filter((one) => !hasCome(one)).map(({ type }) => type))].join(', ');
    this.#context.judge(types === '', {
      message: `${what} must fire its event as any other.`,
      expected: types,
      actual: 'nothing about its object',
    });
  }
}

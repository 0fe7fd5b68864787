import { setTimeout as sleep } from 'node:timers/promises';
import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isAboutId } from '../deliveries/about-object.ts';
import { arrivalsAt } from '../deliveries/arrivals.ts';
import { WatchedLog } from '../log/watched-log.ts';
import type { KeyedUse } from './keyed-use.ts';

interface Due {
  readonly type: string;
  readonly resource: Resource;
  readonly id: string;
}

/** The pause between two looks at the log. */
const PAUSE_MS = 100;

/** The events of what is executed under keys that are new again, as the log notes them. */
export class EventsOfNewKeys {
  readonly #context: CheckContext;
  readonly #log: WatchedLog | undefined;
  readonly #due: Due[] = [];

  private constructor(context: CheckContext, log: WatchedLog | undefined) {
    this.#context = context;
    this.#log = log;
  }

  static async start(context: CheckContext, company: Company): Promise<EventsOfNewKeys> {
    return new EventsOfNewKeys(context, context.isQuick ? undefined : await WatchedLog.start(context, company));
  }

  /** @param answer to what was executed again */
  expect({ one, object }: KeyedUse, answer: Answer): void {
    const { operation, effect } = one;
    const type = typeFiredBy(operation, this.#context.target);
    const resource = resources[effect.of ?? effect.resource];
    const id = effect.kind === 'create' ? createdId(answer, resource.setting) : object?.id;
    if (type !== undefined && id !== undefined) this.#due.push({ type, resource, id });
  }

  /** Which types a target fires is its choice: those that the run has seen are missed. */
  async judge(what: string): Promise<void> {
    if (this.#log === undefined) return;
    const seen = new Set(this.#context.run.webhooks.all.flatMap((webhook) => arrivalsAt(webhook).map(({ evento }) => evento.type)));
    const due = this.#due.filter(({ type }) => seen.has(type));
    const until = performance.now() + this.#context.target.timing.deliveryWithinMs;
    let missing = this.#missing(due, await this.#log.events());
    while (missing.length > 0 && performance.now() < until) {
      await this.#context.idle(() => sleep(PAUSE_MS));
      missing = this.#missing(due, await this.#log.events());
    }
    const types = [...new Set(missing.map(({ type }) => type))].join(', ');
    this.#context.judge(missing.length === 0, {
      message: `${what} must fire its event as any other.`,
      expected: `${types} in the log`,
      actual: 'nothing about its object',
    });
  }

  #missing(due: readonly Due[], events: readonly Evento[]): readonly Due[] {
    const isNoted = ({ type, resource, id }: Due): boolean =>
      events.some((evento) => evento.type === type && isAboutId(this.#context, resource, id, evento));
    return due.filter((one) => !isNoted(one));
  }
}

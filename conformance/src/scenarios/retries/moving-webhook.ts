import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Attempt, OpenEndpoint, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { times } from '../../wait/times.ts';
import { unlessRefused } from '../unless-refused.ts';
import { draftWebhook, type Registration, register, update } from '../webhooks/registration.ts';
import type { EventTrigger } from './event-trigger.ts';
import type { FollowedDelivery } from './followed-retries.ts';

/** One delivery whose webhook got another Url after the first attempt was refused. */
export interface MovedDelivery {
  /** The event, and the webhook. */
  readonly event: () => string;
  /** The attempts so far, at either Url. */
  readonly attempts: () => readonly Attempt[];
  /** The attempts at the first Url that began before the change, or may have. */
  readonly before: readonly Attempt[];
  /** The attempts at a Url that the webhook no longer had. */
  readonly stray: readonly Attempt[];
  /** The attempts at the new Urls. */
  readonly after: readonly Attempt[];
}

/** What the webhook is for. */
export interface Audience {
  readonly company: Company;
  readonly types: readonly string[];
  readonly events: readonly EventTrigger[];
}

interface Moving {
  readonly trigger: EventTrigger;
  readonly first: Attempt[];
  readonly second: Attempt[];
  readonly third: Attempt[];
}

interface Places {
  readonly webhook: Registration;
  readonly second: OpenEndpoint;
  readonly third: OpenEndpoint;
}

/** A webhook that refuses every event at its first Url and once more at the second, which a PUT gives it, and confirms it at a third. */
export class MovingWebhook {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #all: readonly Moving[];
  #places: Places | undefined;
  /** The deliveries that waited for a retry when the Url was changed. */
  #moved: readonly Moving[] = [];
  #strayFrom = Number.POSITIVE_INFINITY;
  /** The answer to the PUT of the second Url; undefined if there was none. */
  #answer: Answer | undefined;
  /** The deliveries that waited for their second retry when the Url was changed again. */
  #movedAgain: readonly Moving[] = [];
  #strayAgainFrom = Number.POSITIVE_INFINITY;
  /** Why the target has no such webhook. */
  #refusal: Skip | Inconclusive | undefined;

  private constructor(context: CheckContext, { company, events }: Audience) {
    this.#context = context;
    this.#company = company;
    this.#all = events.map((trigger) => ({ trigger, first: [], second: [], third: [] }));
  }

  static async start(context: CheckContext, audience: Audience): Promise<MovingWebhook> {
    const { company, types } = audience;
    const moving = new MovingWebhook(context, audience);
    const script = moving.#noting('first', () => 500);
    await moving.#notingRefusal(async () => {
      const webhook = await register(context, await draftWebhook(context, { company, events: types, script }));
      const refusesOnce = (attempts: number): number => (attempts === 1 && moving.#canMoveAgain ? 500 : 204);
      const second = await context.run.webhooks.open(context.rule, moving.#noting('second', refusesOnce));
      const third = await context.run.webhooks.open(
        context.rule,
        moving.#noting('third', () => 204),
      );
      moving.#places = { webhook, second, third };
    });
    return moving;
  }

  /** Call this after the events were fired. Waits for the first attempts, and changes the Url. */
  async move(): Promise<void> {
    if (this.#places === undefined) return;
    const { webhook, second } = this.#places;
    await this.#context.idle(() => webhook.endpoint.until(() => this.#all.every(({ first }) => first.length > 0), times.firstComeMs));
    const begun = this.#all.filter(({ first }) => first.length > 0);
    await this.#notingRefusal(async () => {
      this.#answer = await update(this.#context, webhook, { Url: second.url });
      this.#moved = begun;
    });
  }

  /** Only where the clock can be moved does a second retry come soon. */
  get #canMoveAgain(): boolean {
    return this.#context.clock !== undefined && !this.#context.isQuick;
  }

  /**
   * Call this before the retries are followed: no later attempt was under way when the Url was changed. If the clock can be moved, waits
   * for the first retries, and changes the Url again.
   * @param witness a webhook that receives the same events, and shows whether the target still delivers
   */
  async follow(witness: Pick<Webhook, 'endpoint'> | undefined): Promise<readonly FollowedDelivery[]> {
    if (this.#places === undefined) return [];
    const { second, third } = this.#places;
    this.#strayFrom = Date.now() + (this.#context.clock === undefined ? times.underWayMs : 0);
    if (this.#canMoveAgain && this.#answer !== undefined && this.#moved.length > 0) await this.#moveAgain(this.#places, this.#answer);
    return this.#moved.map((one) => {
      const isMovedAgain = this.#movedAgain.includes(one);
      return {
        webhook: { endpoint: (isMovedAgain ? third : second).endpoint },
        ...(witness && { witness }),
        attempts: () => [...one.first, ...one.second, ...one.third],
        confirmedAfter: isMovedAgain ? 3 : 2,
        isDue: () => one.first.length === 1 && (isMovedAgain ? one.third : one.second).length === 0,
      };
    });
  }

  /** The deliveries that waited for a retry then. @throws Skip, Inconclusive if the Url could not be changed */
  moved(): readonly MovedDelivery[] {
    if (this.#refusal) throw this.#refusal;
    const isStray = ({ arrivedAt }: Attempt): boolean => arrivedAt > this.#strayFrom;
    const isStrayAgain = ({ arrivedAt }: Attempt): boolean => arrivedAt > this.#strayAgainFrom;
    return this.#moved.map((one) => ({
      event: () => `${one.trigger.type()} to a webhook of company ${this.#company.id}`,
      attempts: () => [...one.first, ...one.second, ...one.third],
      before: one.first.filter((attempt) => !isStray(attempt)),
      stray: [...one.first.filter(isStray), ...(this.#movedAgain.includes(one) ? one.second.filter(isStrayAgain) : [])],
      after: [...one.second, ...one.third],
    }));
  }

  /** Waits for the first retries, and changes the Url once more, if the target accepts that. */
  async #moveAgain({ webhook, second, third }: Places, latest: Answer): Promise<void> {
    await this.#context.advance(times.firstRetryMoveMs);
    const haveCome = (): boolean => this.#moved.every((one) => one.second.length > 0);
    const { deliveryWithinMs } = this.#context.target.timing;
    if (!(await this.#context.idle(() => second.endpoint.arrives(haveCome, deliveryWithinMs)))) return;
    const changed = await unlessRefused(update(this.#context, webhook, { Url: third.url }, latest));
    if (changed === undefined) return;
    await this.#untilSettled(second);
    this.#strayAgainFrom = Date.now();
    // A third attempt of a delivery that came twice by then may have been under way.
    this.#movedAgain = this.#moved.filter((one) => one.second.length === 1);
  }

  /** Waits for the attempts that were under way when the PUT was answered. The target's clock stands still meanwhile. */
  async #untilSettled({ endpoint }: OpenEndpoint): Promise<void> {
    const { quietMs } = this.#context.target.timing;
    const count = (): number => endpoint.attempts.length;
    const end = Date.now() + times.underWayMs;
    for (let hasCome = true; hasCome && Date.now() < end; ) {
      const seen = count();
      hasCome = await this.#context.idle(() => endpoint.until(() => count() !== seen, quietMs));
    }
  }

  /** @param status the answer to the attempt with this number, counted from 1 */
  #noting(where: 'first' | 'second' | 'third', status: (attempt: number) => number): Script {
    return (_index, attempt) => {
      const evento = eventoOf(attempt);
      const one = evento && this.#all.find(({ trigger }) => trigger.is(evento));
      one?.[where].push(attempt);
      return { status: one === undefined ? 204 : status(one[where].length) };
    };
  }

  async #notingRefusal(part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
      this.#refusal = error;
    }
  }
}

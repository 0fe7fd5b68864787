import type { Attempt, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { OpenEndpoint, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { draftWebhook, type Registration, register, update } from '../webhooks/registration.ts';
import type { EventTrigger } from './event-trigger.ts';
import type { FollowedDelivery } from './followed-retries.ts';

/** One delivery whose webhook got another Url after the first attempt was refused. */
export interface MovedDelivery {
  /** The event, and the webhook. */
  readonly event: () => string;
  /** The attempts so far, at either Url. */
  readonly attempts: () => readonly Attempt[];
  /** The attempts at the first Url that began before the Url was changed, or may have. */
  readonly before: readonly Attempt[];
  /** The later attempts at the first Url. */
  readonly stray: readonly Attempt[];
  /** The attempts at the new Url. */
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
  readonly old: Attempt[];
  readonly after: Attempt[];
}

interface Places {
  readonly webhook: Registration;
  readonly elsewhere: OpenEndpoint;
}

/** Real time in which all first attempts come, once one has. */
export const FIRST_COME_MS = 150;
/** Real time in which an attempt arrives that was under way when the PUT was answered. */
export const UNDER_WAY_MS = 1_000;

/** A webhook that refuses every event at its first Url, and confirms it at the one that a PUT gives it. */
export class MovingWebhook {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #all: readonly Moving[];
  #places: Places | undefined;
  /** Those that waited for a retry when the Url was changed. */
  #moved: readonly Moving[] = [];
  #strayFrom = Number.POSITIVE_INFINITY;
  /** Why the target has no such webhook. */
  #refusal: Skip | Inconclusive | undefined;

  private constructor(context: CheckContext, { company, events }: Audience) {
    this.#context = context;
    this.#company = company;
    this.#all = events.map((trigger) => ({ trigger, old: [], after: [] }));
  }

  static async start(context: CheckContext, audience: Audience): Promise<MovingWebhook> {
    const { company, types } = audience;
    const moving = new MovingWebhook(context, audience);
    const script = moving.#noting('old', 500);
    await moving.#unlessRefused(async () => {
      const webhook = await register(context, await draftWebhook(context, { company, events: types, script }));
      moving.#places = { webhook, elsewhere: await context.run.webhooks.open(context.rule, moving.#noting('after', 204)) };
    });
    return moving;
  }

  /** To be called when the events were fired: waits for the first attempts, and changes the Url. */
  async move(): Promise<void> {
    if (this.#places === undefined) return;
    const { webhook, elsewhere } = this.#places;
    await this.#context.idle(() => webhook.endpoint.until(() => this.#all.every(({ old }) => old.length > 0), FIRST_COME_MS));
    const begun = this.#all.filter(({ old }) => old.length > 0);
    await this.#unlessRefused(async () => {
      await update(this.#context, webhook, { Url: elsewhere.url });
      this.#moved = begun;
    });
  }

  /**
   * To be called before the retries are followed: no attempt that comes later was under way when the Url was changed.
   * @param witness a webhook that gets the same events, and shows whether the target goes on delivering
   */
  follow(witness: Pick<Webhook, 'endpoint'> | undefined): readonly FollowedDelivery[] {
    if (this.#places === undefined) return [];
    const webhook = { endpoint: this.#places.elsewhere.endpoint };
    this.#strayFrom = Date.now() + (this.#context.clock === undefined ? UNDER_WAY_MS : 0);
    return this.#moved.map(({ old, after }) => ({
      webhook,
      ...(witness && { witness }),
      attempts: () => [...old, ...after],
      confirmedAfter: 2,
      isDue: () => old.length === 1 && after.length === 0,
    }));
  }

  /** What became of the deliveries that waited for a retry then. @throws Skip, Inconclusive where the Url could not be changed */
  moved(): readonly MovedDelivery[] {
    if (this.#refusal) throw this.#refusal;
    const isStray = ({ arrivedAt }: Attempt): boolean => arrivedAt > this.#strayFrom;
    return this.#moved.map(({ trigger, old, after }) => ({
      event: () => `${trigger.type()} to a webhook of company ${this.#company.id}`,
      attempts: () => [...old, ...after],
      before: old.filter((attempt) => !isStray(attempt)),
      stray: old.filter(isStray),
      after,
    }));
  }

  #noting(where: 'old' | 'after', status: number): Script {
    return (_index, attempt) => {
      const evento = eventoOf(attempt);
      const one = evento && this.#all.find(({ trigger }) => trigger.is(evento));
      one?.[where].push(attempt);
      return { status: one === undefined ? 204 : status };
    };
  }

  async #unlessRefused(part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
      this.#refusal = error;
    }
  }
}

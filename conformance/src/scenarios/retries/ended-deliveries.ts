import { isServed } from '../../api/requests.ts';
import { RETRIES_MAX } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Attempt, Reply, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { MOVES_FOR_RETRY } from '../../wait/due.ts';
import { times } from '../../wait/times.ts';
import { mayBeDuplicate } from '../deliveries/duplicate.ts';
import { draftWebhook, type Registration, register, update, withdraw } from '../webhooks/registration.ts';
import { deliveryTo, listedUntil, type ShownDelivery, shownDeliveries } from './shown-deliveries.ts';

/** How each event is refused, in turn. An HTTP client may repeat a request without an answer by itself: the log need not show that. */
const refusals: readonly Reply[] = [{ status: 500 }, 'reset', { status: 302 }, { status: 404 }, { status: 429 }];

/** What a webhook refuses. */
interface Refusing {
  /** Whether it confirms everything. */
  confirms: boolean;
  /** The events that it refuses; all until this is known. */
  only?: ReadonlySet<string>;
}

/** A delivery as the log shows it, which was never confirmed, or only at its last retry. */
export interface EndedDelivery extends ShownDelivery {
  /** Why it ended. */
  readonly how: string;
  /** How many attempts arrived and were answered; undefined if its retries were cut short. */
  readonly attempts: number | undefined;
  /** The statuses of the answers. */
  readonly statuses?: readonly number[];
  /** The states that it cannot have. */
  readonly cannotBe: readonly string[];
}

type Event = Pick<ShownDelivery, 'type' | 'eventGuid'>;

/**
 * Webhooks that refuse every event. Two use up all retries, and one of these confirms the last one. The others are deleted or drop the
 * events before any retry.
 */
export class EndedDeliveries {
  readonly #context: CheckContext;
  readonly #spent: Registration;
  readonly #late: Registration;
  readonly #deleted: Registration;
  readonly #narrowed: Registration | undefined;
  readonly #state: Refusing;
  /** The events that came again on demand to the webhook that had refused them. */
  #cameAgain: readonly Event[] = [];

  private constructor(
    context: CheckContext,
    state: Refusing,
    [spent, late, deleted, narrowed]: readonly [Registration, Registration, Registration, Registration | undefined],
  ) {
    this.#context = context;
    this.#state = state;
    this.#spent = spent;
    this.#late = late;
    this.#deleted = deleted;
    this.#narrowed = narrowed;
  }

  /** Undefined if there is no log. */
  static async start(context: CheckContext, company: Company, types: readonly string[]): Promise<EndedDeliveries | undefined> {
    if (!isServed(context, 'listEvento') || !isServed(context, 'getEvento')) return undefined;
    const state: Refusing = { confirms: false };
    const create = async (last: Reply = { status: 500 }): Promise<Registration> =>
      await register(context, await draftWebhook(context, { company, events: types, script: refusing(state, last) }));
    const [spent, late, deleted] = [await create(), await create({ status: 204 }), await create()];
    return new EndedDeliveries(context, state, [spent, late, deleted, types.length > 1 ? await create() : undefined]);
  }

  /** The webhooks that nobody deleted. */
  get left(): readonly Webhook[] {
    return [this.#spent, this.#late, ...(this.#narrowed ? [this.#narrowed] : [])];
  }

  /** Call this after the first attempts, before any retry is due. Drops the deliveries that wait for one. */
  async end(events: readonly Event[]): Promise<readonly EndedDelivery[]> {
    this.#state.only = new Set(events.map(({ eventGuid }) => eventGuid));
    const webhooks = [this.#deleted, ...(this.#narrowed ? [this.#narrowed] : [])];
    // The log records an attempt after it was answered.
    for (const webhook of webhooks) await this.#shown(webhook, events, (delivery) => Number(memberOf(delivery, 'attemptCount')) >= 1);
    await withdraw(this.#context, this.#deleted);
    const narrowed = this.#narrowed;
    const [kept] = narrowed?.events ?? [];
    const put =
      narrowed &&
      (await this.#context.part('removing types from a webhook', () =>
        update(this.#context, narrowed, { Events: kept === undefined ? [] : [kept] }),
      ));
    const ended = (await this.#shown(this.#deleted, events)).map(givenUp('whose webhook was deleted'));
    if (narrowed === undefined || put === undefined) return ended;
    const others = events.filter(({ type }) => type !== kept);
    const unasked = (await this.#shown(narrowed, others)).map(givenUp('that its webhook no longer asks for'));
    return [...ended, ...unasked];
  }

  /** Moves the clock through all retries; none if it cannot be moved, or they do not come. */
  async spend(events: readonly Event[]): Promise<readonly EndedDelivery[]> {
    const { endpoint } = this.#spent;
    if (this.#context.clock === undefined) return [];
    const least = (): number => Math.min(...events.map(({ eventGuid }) => this.#count(this.#spent, eventGuid)));
    const isSpent = (): boolean => least() > RETRIES_MAX;
    for (let [moves, reached] = [0, least()]; moves < MOVES_FOR_RETRY && !isSpent(); moves += 1) {
      await this.#noted(events);
      await this.#context.advance(times.retryMoveMs);
      await endpoint.until(() => least() > reached, times.afterMoveMs);
      if (least() > reached) [moves, reached] = [-1, least()];
    }
    if (!isSpent()) return [];
    return await this.#ended(this.#spent, events, 'that used up its retries', ['delivered']);
  }

  /** Call this after spend(): the deliveries that were confirmed at the last retry. */
  async confirmedLast(spent: readonly Event[]): Promise<readonly EndedDelivery[]> {
    await this.#late.endpoint.until(
      () => spent.every(({ eventGuid }) => this.#count(this.#late, eventGuid) > RETRIES_MAX),
      times.afterMoveMs,
    );
    // If two attempts came at once, the log may record the answer to either.
    const isOnce = (attempts: readonly Attempt[]): boolean =>
      !attempts.some((_one, index) => mayBeDuplicate(this.#context, attempts, index));
    const confirmed = spent.filter(({ eventGuid }) => {
      const attempts = this.#attempts(this.#late, eventGuid);
      return attempts.length > RETRIES_MAX && isOnce(attempts);
    });
    return await this.#ended(this.#late, confirmed, 'that was confirmed at its last retry', ['failed', 'pending']);
  }

  async #ended(webhook: Webhook, events: readonly Event[], how: string, cannotBe: readonly string[]): Promise<readonly EndedDelivery[]> {
    const shown = await this.#shown(webhook, events, (delivery) => memberOf(delivery, 'state') !== 'pending');
    return shown.map((one) => ({ ...one, how, ...this.#answered(webhook, one.eventGuid), cannotBe }));
  }

  /**
   * Call this after spend(): by then dropped deliveries no longer wait. Skips events that are still pending, for example after a duplicate.
   */
  async over(spent: readonly EndedDelivery[]): Promise<readonly EndedDelivery[]> {
    const events = spent.filter(({ views }) => views.every(([, delivery]) => memberOf(delivery, 'state') !== 'pending'));
    const shown = await this.#shown(this.#deleted, events, (delivery) => memberOf(delivery, 'state') !== 'pending');
    return shown.map((one) => ({
      ...one,
      how: 'whose webhook was deleted before its retries',
      attempts: undefined,
      cannotBe: ['delivered', 'pending'],
    }));
  }

  /** The spent events that do not come again on demand, to the webhook that refused them or to the one that had confirmed them. */
  async missedAgain(confirming: Webhook, events: readonly Event[]): Promise<readonly (Event & { readonly to: string })[]> {
    if (!isServed(this.#context, 'redeliverEvento')) return [];
    this.#state.confirms = true;
    const webhooks = [
      { webhook: this.#spent, to: 'that refused it' },
      { webhook: confirming, to: 'that had confirmed it' },
    ].flatMap((one) => events.map((event) => ({ ...one, event, before: this.#count(one.webhook, event.eventGuid) })));
    const asked = new Set<string>();
    const api = await this.#context.api();
    for (const { eventGuid } of events)
      if (isSuccess(await this.#context.send(api.call('redeliverEvento', { company: this.#spent.company, id: eventGuid }))))
        asked.add(eventGuid);
    const due = webhooks.filter(({ event, before }) => asked.has(event.eventGuid) && before > 0);
    const missed = (): typeof due => due.filter(({ webhook, event, before }) => this.#count(webhook, event.eventGuid) <= before);
    const { deliveryWithinMs } = this.#context.target.timing;
    const isWhole = (of: Webhook): boolean => missed().every(({ webhook }) => webhook !== of);
    await Promise.all([this.#spent, confirming].map((of) => of.endpoint.arrives(() => isWhole(of), deliveryWithinMs)));
    const left = new Set(missed());
    this.#cameAgain = due.filter((one) => one.webhook === this.#spent && !left.has(one)).map(({ event }) => event);
    return missed().map(({ event, to }) => ({ ...event, to }));
  }

  /** Call this after missedAgain(): the deliveries that the refusing webhook has confirmed at last. */
  async again(): Promise<readonly EndedDelivery[]> {
    const shown = await this.#shown(this.#spent, this.#cameAgain, (delivery) => memberOf(delivery, 'state') === 'delivered');
    return shown.map((one) => ({
      ...one,
      how: 'that used up its retries and was then redelivered on demand',
      ...this.#answered(this.#spent, one.eventGuid),
      cannotBe: ['pending', 'failed'],
    }));
  }

  /** The next wait begins when the log records the end of an attempt, so the clock is not moved before that. */
  async #noted(events: readonly Event[]): Promise<void> {
    const webhooks = [this.#spent, this.#late];
    const guids = events.map(({ eventGuid }) => eventGuid);
    await listedUntil(this.#context, this.#spent.company, guids, (entry, guid) =>
      webhooks.every((webhook) => !(Number(memberOf(deliveryTo(entry, webhook.id), 'attemptCount')) < this.#count(webhook, guid))),
    );
  }

  #answered(webhook: Webhook, guid: string): { readonly attempts: number; readonly statuses: readonly number[] } {
    const statuses = this.#attempts(webhook, guid).flatMap(({ reply }) =>
      typeof reply === 'object' && 'status' in reply ? [reply.status] : [],
    );
    return { attempts: statuses.length, statuses };
  }

  #count(webhook: Webhook, guid: string): number {
    return this.#attempts(webhook, guid).length;
  }

  #attempts({ endpoint }: Webhook, guid: string): readonly Attempt[] {
    return endpoint.attempts.filter((attempt) => String(eventoOf(attempt)?.eventGuid) === guid);
  }

  async #shown(
    webhook: Webhook,
    events: readonly Event[],
    isReady: (delivery: Json) => boolean = () => true,
  ): Promise<readonly ShownDelivery[]> {
    return await shownDeliveries(this.#context, webhook.company, webhook, events, isReady);
  }
}

function givenUp(how: string): (one: ShownDelivery) => EndedDelivery {
  return (one) => ({ ...one, how, attempts: undefined, cannotBe: ['delivered'] });
}

/** Refuses each event until it is told to confirm. @param last the answer to the last retry */
function refusing(state: Refusing, last: Reply): Script {
  const counts = new Map<string, number>();
  return (_index, attempt) => {
    const guid = String(eventoOf(attempt)?.eventGuid);
    if (state.confirms || state.only?.has(guid) === false) return { status: 204 };
    const count = counts.get(guid) ?? 0;
    counts.set(guid, count + 1);
    return refusals[count] ?? last;
  };
}

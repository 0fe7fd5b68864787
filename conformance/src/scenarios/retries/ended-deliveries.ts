import { isServed } from '../../api/requests.ts';
import { RETRIES_MAX } from '../../generated/limits.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Attempt, Reply } from '../../model/webhook.ts';
import { untilAny } from '../../wait/arrives.ts';
import { spendRetries } from '../../wait/due.ts';
import { times } from '../../wait/times.ts';
import { mayBeDuplicate } from '../deliveries/signed-by.ts';
import { update, withdraw } from '../webhooks/registration.ts';
import { confirms } from './answers.ts';
import type { Audience } from './changed-webhooks.ts';
import { allAnswered, alsoByGuid, type Delivery, listen, redeliver } from './delivery.ts';
import { deliveryTo, listedUntil, type ShownDelivery, shownDeliveries } from './shown-deliveries.ts';

/** How each event is refused, in turn. An HTTP client may repeat a request without an answer by itself: the log need not show that. */
const refusals = [{ status: 500 }, 'reset', { status: 302 }, { status: 404 }, { status: 429 }] as const;

/** A delivery as the log shows it, and what the log must show of it. */
export interface JudgedDelivery extends ShownDelivery {
  /** What happened to it, for the report. */
  readonly how: string;
  /** How many attempts arrived and were answered; undefined if its retries were cut short. */
  readonly attempts: number | undefined;
  /** The statuses of the answers. */
  readonly statuses?: readonly number[];
  /** The states that it cannot have. */
  readonly cannotBe: readonly string[];
  /** Whether its webhook exists, and the event is new, so that every operation shows it. */
  readonly isPresent?: boolean;
}

/** What became of deliveries that were never confirmed, or only at the last retry. */
interface Spent {
  readonly ended: readonly JudgedDelivery[];
  /** What did not come again on demand, to the webhook that refused it or to the one that had confirmed it. */
  readonly missed: readonly { readonly type: string; readonly to: string }[];
  /** Whether all retries came, and everything came again. */
  readonly cameAgain: boolean;
}

const isOver = (delivery: Json): boolean => memberOf(delivery, 'state') !== 'pending';

/**
 * Webhooks that refuse every event. Two use up all retries, and one of these confirms the last one. The others are deleted or drop the
 * events before any retry.
 */
export class EndedDeliveries {
  readonly #context: CheckContext;
  readonly #spent: readonly Delivery[];
  readonly #late: readonly Delivery[];
  readonly #deleted: readonly Delivery[];
  readonly #narrowed: readonly Delivery[];

  private constructor(context: CheckContext, [spent = [], late = [], deleted = [], narrowed = []]: readonly (readonly Delivery[])[]) {
    this.#context = context;
    this.#spent = spent;
    this.#late = late;
    this.#deleted = deleted;
    this.#narrowed = narrowed;
  }

  /** Undefined if there is no log. */
  static async start(context: CheckContext, { company, types, events }: Audience): Promise<EndedDeliveries | undefined> {
    if (!isServed(context, 'listEvento') || !isServed(context, 'getEvento')) return undefined;
    const create = async (last: Reply = { status: 500 }): Promise<readonly Delivery[]> =>
      await listen(context, company, types, allAnswered(events, { name: 'refusals in turn', replies: [...refusals, last] }), {
        recognise: alsoByGuid,
      });
    return new EndedDeliveries(context, [
      await create(),
      await create({ status: 204 }),
      await create(),
      types.length > 1 ? await create() : [],
    ]);
  }

  get all(): readonly Delivery[] {
    return [...this.#spent, ...this.#late, ...this.#deleted, ...this.#narrowed];
  }

  /** Call this after the first attempts, before any retry is due. Drops the deliveries that wait for one. */
  async end(): Promise<readonly JudgedDelivery[]> {
    const [context, [{ webhook: deleted } = {}], [{ webhook: narrowed } = {}]] = [this.#context, this.#deleted, this.#narrowed];
    // The log records an attempt after it was answered.
    for (const some of [this.#deleted, this.#narrowed])
      await shownOf(this.#context, some, (one) => Number(memberOf(one, 'attemptCount')) >= 1);
    const givenUp = async (some: readonly Delivery[], how: string): Promise<readonly JudgedDelivery[]> =>
      (await shownOf(this.#context, some, () => true)).map((one) => ({ ...one, how, attempts: undefined, cannotBe: ['delivered'] }));
    if (deleted) await withdraw(context, deleted);
    const [kept] = narrowed?.events ?? [];
    const put =
      narrowed &&
      (await context.part('removing types from a webhook', () => update(context, narrowed, { Events: kept === undefined ? [] : [kept] })));
    const ended = await givenUp(this.#deleted, 'whose webhook was deleted');
    const unasked = put === undefined ? [] : this.#narrowed.filter(({ type }) => type !== kept);
    const gone = await givenUp(unasked, 'that its webhook no longer asks for');
    if (narrowed) await withdraw(context, narrowed);
    return [...ended, ...gone];
  }

  /**
   * Moves the clock through all retries, and then requests the events again. Nothing if the clock cannot be moved, or the retries do not
   * come.
   * @param confirming deliveries of the same events that were confirmed
   */
  async spend(confirming: readonly Delivery[]): Promise<Spent> {
    const spent = await this.#spend(confirming);
    // Each would be told of everything that the run still does.
    await withdraw(this.#context, ...new Set([...this.#spent, ...this.#late].map(({ webhook }) => webhook)));
    return spent;
  }

  async #spend(confirming: readonly Delivery[]): Promise<Spent> {
    const none: Spent = { ended: [], missed: [], cameAgain: false };
    const [spent, lates] = [known(this.#spent), known(this.#late)];
    if (this.#context.clock === undefined || spent.length === 0) return none;
    if (!(await spendRetries(this.#context, spent, () => this.#noted([...spent, ...lates])))) return none;
    const usedUp = await this.#ended(spent, 'that used up its retries', ['delivered']);
    await untilAny(lates, () => lates.every(({ attempts }) => attempts.length > RETRIES_MAX), times.afterMoveMs);
    // If two attempts came at once, the log may record the answer to either.
    const isOnce = ({ attempts }: Delivery): boolean => !attempts.some((_one, index) => mayBeDuplicate(this.#context, attempts, index));
    const confirmed = lates.filter((one) => one.attempts.length > RETRIES_MAX && isOnce(one));
    const late = await this.#ended(confirmed, 'that was confirmed at its last retry', ['failed', 'pending']);
    // By now dropped deliveries no longer wait. An event that is still pending was perhaps delivered twice.
    const pending = usedUp.filter(({ views }) => views.some(([, delivery]) => memberOf(delivery, 'state') === 'pending'));
    const dropped = this.#deleted.filter(({ guids }) => !pending.some(({ eventGuid }) => guids.has(eventGuid)));
    const over = (await shownOf(this.#context, dropped, isOver)).map((one) => ({
      ...one,
      how: 'whose webhook was deleted before its retries',
      attempts: undefined,
      cannotBe: ['delivered', 'pending'],
    }));
    const asked = await redeliver(
      this.#context,
      [...spent, ...confirming.filter((one) => spent.some((other) => other.trigger === one.trigger))],
      confirms,
    );
    const missed = asked.filter(({ again }) => again.attempts.length === 0);
    const cameAgain = await this.#ended(
      asked.filter((one) => !missed.includes(one) && spent.includes(one.earlier)).map(({ earlier }) => earlier),
      'that used up its retries and was then redelivered on demand',
      ['pending', 'failed'],
      (delivery) => memberOf(delivery, 'state') === 'delivered',
    );
    return {
      ended: [...usedUp, ...late, ...over, ...cameAgain],
      missed: missed.map(({ earlier }) => ({
        type: earlier.type,
        to: spent.includes(earlier) ? 'that refused it' : 'that had confirmed it',
      })),
      cameAgain: missed.length === 0,
    };
  }

  async #ended(
    deliveries: readonly Delivery[],
    how: string,
    cannotBe: readonly string[],
    isReady: (delivery: Json) => boolean = isOver,
  ): Promise<readonly JudgedDelivery[]> {
    const shown = await shownOf(this.#context, deliveries, isReady);
    return shown.map((one) => {
      const attempts = deliveries.find(({ guids }) => guids.has(one.eventGuid))?.attemptsOnDemand ?? [];
      const statuses = statusesOf(attempts);
      return { ...one, how, attempts: statuses.length, statuses, cannotBe };
    });
  }

  /** The next wait begins when the log records the end of an attempt, so the clock is not moved before that. */
  async #noted(deliveries: readonly Delivery[]): Promise<void> {
    const guids = [...new Set(deliveries.flatMap((one) => [...one.guids]))];
    const isNoted = (entry: Json, { webhook, attempts }: Delivery): boolean =>
      !(Number(memberOf(deliveryTo(entry, webhook.id), 'attemptCount')) < attempts.length);
    const [{ webhook } = {}] = deliveries;
    if (webhook)
      await listedUntil(this.#context, webhook.company, guids, (entry, guid) =>
        deliveries.every((one) => !one.guids.has(guid) || isNoted(entry, one)),
      );
  }
}

/** What the log shows of deliveries to one webhook, once each is ready, or has had time to be. */
export async function shownOf(
  context: CheckContext,
  deliveries: readonly Delivery[],
  isReady: (delivery: Json) => boolean,
): Promise<readonly ShownDelivery[]> {
  const [one] = known(deliveries);
  if (one === undefined) return [];
  const events = known(deliveries).flatMap(({ type, guids }) => [...guids].map((eventGuid) => ({ type, eventGuid })));
  return await shownDeliveries(context, one.webhook.company, one.webhook, events, isReady);
}

/** The deliveries that came under one EventGuid each, which EVT-04 judges. */
function known(deliveries: readonly Delivery[]): readonly Delivery[] {
  return deliveries.filter(({ guids }) => guids.size === 1);
}

function statusesOf(attempts: readonly Attempt[]): readonly number[] {
  return attempts.flatMap(({ reply }) => (typeof reply === 'object' && 'status' in reply ? [reply.status] : []));
}

import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { asOtherUser } from '../as-other-user.ts';
import { type Arrival, arrivalsAt, isSameEvent } from '../deliveries/arrivals.ts';
import { isSignedBy } from '../deliveries/signed-by.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook, type HookOptions } from '../webhooks/create-webhook.ts';
import { inCapitals } from '../webhooks/registration.ts';
import { afterManyUnknown, amongUnknown } from '../webhooks/unknown-types.ts';

/** A webhook with an unusual registration. It must receive the same events as the company's webhook for every type. */
export interface AlikeWebhook {
  readonly what: string;
  readonly webhook: Webhook;
  /** The types that it asks for. */
  readonly types: readonly string[];
  readonly everyCompany?: boolean;
  /** Where webhooks share a Url, only the signature tells their deliveries apart. Undefined if one is unsigned, which SIG-01 judges. */
  readonly arrivals: () => readonly Arrival[] | undefined;
}

/** The events that such a webhook did not receive. */
export interface MissedEvents {
  readonly what: string;
  /** Whether it is for all companies. */
  readonly everyCompany: boolean;
  readonly missed: readonly Arrival[];
  /** A missed event that came to its Url with a signature that no secret of the webhooks there verifies. */
  readonly unverified?: Attempt | undefined;
}

/** How many further webhooks ask for one type. */
const MANY = 6;

/** The ones that the target accepts, which is its choice; none below the standard budget. */
export async function alikeWebhooks(context: CheckContext, company: Company, types: readonly string[]): Promise<readonly AlikeWebhook[]> {
  if (context.isQuick) return [];
  const made: AlikeWebhook[] = [];
  const create = async (events: readonly string[], options: HookOptions): Promise<Webhook | undefined> =>
    await unlessRefused(createWebhook(context, company, events, { ...options, lasting: true }));
  const mixed = await create(amongUnknown(types), {});
  if (mixed) made.push({ what: 'asks for types of unknown objects too', webhook: mixed, types, arrivals: () => arrivalsAt(mixed) });
  const crowded = await create(afterManyUnknown(types), {});
  if (crowded) made.push({ what: `asks for ${crowded.events.length} types`, webhook: crowded, types, arrivals: () => arrivalsAt(crowded) });
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const capitals = await create(types, { at: { endpoint, url: inCapitals(url) } });
  if (capitals) made.push({ what: 'has a Url in capital letters', webhook: capitals, types, arrivals: () => arrivalsAt(capitals) });
  const at = await context.run.webhooks.open(context.rule);
  for (const everyCompany of [false, true, false]) {
    const webhook = await create(types, { at, everyCompany });
    if (webhook)
      made.push({ what: 'shares its Url with others', webhook, types, everyCompany, arrivals: () => ownArrivals(context, webhook) });
  }
  const as = await asOtherUser(context);
  const others = as && (await create(types, { at, as }));
  if (others)
    made.push({ what: "shares its Url with another user's", webhook: others, types, arrivals: () => ownArrivals(context, others) });
  // A rarely fired type keeps the load on the target small.
  const seldom = types.filter((type) => type.endsWith('.Delete')).slice(-1);
  for (let count = 0; count < (seldom.length === 0 ? 0 : MANY); count += 1) {
    const webhook = await create(seldom, {});
    if (webhook === undefined) break;
    made.push({ what: `is extra webhook number ${count + 1} for its type`, webhook, types: seldom, arrivals: () => arrivalsAt(webhook) });
  }
  return made;
}

function ownArrivals(context: CheckContext, webhook: Webhook): readonly Arrival[] | undefined {
  const all = arrivalsAt(webhook).map((arrival) => ({ arrival, isOwn: isSignedBy(context, webhook.secret, arrival.attempt) }));
  return all.some(({ isOwn }) => isOwn === undefined) ? undefined : all.filter(({ isOwn }) => isOwn).map(({ arrival }) => arrival);
}

/**
 * Waits until they have received what the company's webhook received, or nothing more arrives.
 * @param told the events of everything done since they were created, as the company's webhook received them
 */
export async function missedEvents(
  context: CheckContext,
  told: readonly Arrival[],
  alike: readonly AlikeWebhook[],
): Promise<readonly MissedEvents[]> {
  const toldOf = ({ types }: AlikeWebhook): readonly Arrival[] => told.filter(({ evento }) => types.includes(String(evento.type)));
  const missed = (one: AlikeWebhook): readonly Arrival[] => {
    const own = one.arrivals();
    return own === undefined ? [] : toldOf(one).filter((event) => !own.some((other) => isSameEvent(event, other)));
  };
  // Counting comes first, because verifying signatures is expensive.
  const counts = new Map(alike.map((one) => [one, toldOf(one).length]));
  const enough = (one: AlikeWebhook): boolean => {
    const { endpoint } = one.webhook;
    const sharing = alike.filter(({ webhook }) => webhook.endpoint === endpoint).length;
    return endpoint.attempts.length >= sharing * (counts.get(one) ?? 0);
  };
  const webhooks = alike.map(({ webhook }) => webhook);
  // Some deliveries may belong to the preparation, so the count alone does not show that all have come.
  const complete = (): boolean => alike.every(enough) && alike.every((one) => missed(one).length === 0);
  // Deliveries still came when the wait ended, so late events cannot be told from missing ones.
  if (!(await whileArriving(context, webhooks, complete))) return [];
  return alike.map((one) => {
    const [{ what, webhook, everyCompany = false }, lacking] = [one, missed(one)];
    const there = alike.filter((other) => other.webhook.endpoint === webhook.endpoint);
    const isUnverified = (arrival: Arrival): boolean =>
      lacking.some((event) => isSameEvent(event, arrival)) &&
      there.every((other) => isSignedBy(context, other.webhook.secret, arrival.attempt) === false);
    return { what, everyCompany, missed: lacking, unverified: arrivalsAt(webhook).find(isUnverified)?.attempt };
  });
}

/** Judges that such webhooks have received every event. */
export function judgeMissed(context: CheckContext, all: readonly MissedEvents[], message: (what: string) => string): void {
  for (const { what, missed, unverified } of all) {
    context.judge(missed.length === 0, {
      message: message(what),
      expected: [...new Set(missed.map(({ evento }) => String(evento.type)))].join(', '),
      actual: unverified ? 'nothing that a secret of its Url verifies' : 'nothing',
      about: { 'no secret verifies it': unverified },
    });
  }
}

/** The events of the configured companies that the webhook for all companies received, and no webhook for a single company. */
export async function missedByBound(context: CheckContext, everywhere: Webhook, bound: readonly Webhook[]): Promise<MissedEvents> {
  const companies = new Set(context.target.companies.map(({ id }) => id));
  const missed = (): readonly Arrival[] =>
    arrivalsAt(everywhere)
      .filter(({ evento }) => companies.has(String(evento.companyId)))
      .filter((one) => !bound.some((webhook) => arrivalsAt(webhook).some((other) => isSameEvent(one, other))));
  const hasSettled = await whileArriving(context, bound, () => missed().length === 0);
  return { what: 'is for one company only', everyCompany: false, missed: hasSettled ? missed() : [] };
}

import { isServed } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Attempt, Endpoint, ExtraPort, Reply, Script } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import { arrivesAtAny, awaitAttempts } from '../../wait/arrives.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook, type HookOptions } from '../webhooks/create-webhook.ts';
import type { Registration } from '../webhooks/registration.ts';
import type { EventTrigger } from './event-trigger.ts';

/** How the attempts to deliver an event are answered. */
export interface Answering {
  /** What is special about it, for the report. */
  readonly name: string;
  /** The answers in turn, of which the last repeats, or a choice for the attempt with this index. */
  readonly replies: readonly [Reply, ...Reply[]] | ((index: number, attempt: Attempt) => Reply);
}

/** One event on its way to one webhook, and its attempts so far. */
export class Delivery {
  readonly trigger: EventTrigger;
  readonly answering: Answering;
  readonly webhook: Registration;
  readonly attempts: Attempt[] = [];
  /** The EventGuids that it came under: one, which EVT-04 judges. */
  readonly guids: Set<string> = new Set();
  /** The attempt that is confirmed, counted from 1; Infinity if none is. */
  confirmedAfter: number;
  /** Whether an attempt that must come has not come yet. */
  isDue: () => boolean = () => false;
  /** Where the next attempt must arrive. A new Url of the webhook changes it. */
  endpoint: Endpoint;
  /** Where a last event must come, to show that the target still delivers. */
  witness: Pick<Registration, 'endpoint'>;
  /** Where no attempt may arrive any more, and since when. */
  readonly #left: { readonly endpoint: Endpoint; readonly at: number }[] = [];
  readonly #answered = new Map<string, number>();
  #again: Delivery | undefined;

  constructor(trigger: EventTrigger, answering: Answering, webhook: Registration) {
    this.trigger = trigger;
    this.answering = answering;
    this.webhook = webhook;
    this.endpoint = webhook.endpoint;
    this.witness = webhook;
    this.confirmedAfter = confirmedAfter(answering);
  }

  /** How it is answered, for the report. */
  get name(): string {
    return this.answering.name;
  }

  get type(): string {
    return this.trigger.type();
  }

  /** The event and the webhook, for the report. */
  get event(): string {
    const { body, company } = this.webhook;
    return `${this.type} to a webhook of ${body.AziendaId === null ? 'all companies' : `company ${company.id}`}`;
  }

  /** The attempts at the event that had the most. A target may fire further events, which are not retries. */
  get ofOneEvent(): readonly Attempt[] {
    const events = Map.groupBy(this.attempts, (attempt) => String(eventoOf(attempt)?.eventGuid));
    return [...events.values()].reduce((most, other) => (other.length > most.length ? other : most), []);
  }

  /** Its attempts, and those of the same event that were sent again on demand. */
  get attemptsOnDemand(): readonly Attempt[] {
    return [...this.attempts, ...(this.#again?.attemptsOnDemand ?? [])];
  }

  /** The attempts where the webhook no longer was, or no longer asked for the event. */
  get stray(): readonly Attempt[] {
    return this.attempts.filter((attempt) => this.#left.some(({ endpoint, at }) => isAt(endpoint, attempt) && attempt.arrivedAt > at));
  }

  /** The attempts at the first Url that were not stray. */
  get before(): readonly Attempt[] {
    const { stray } = this;
    return this.attempts.filter((attempt) => isAt(this.webhook.endpoint, attempt) && !stray.includes(attempt));
  }

  /** The attempts at the later Urls. */
  get after(): readonly Attempt[] {
    return this.attempts.filter((attempt) => !isAt(this.webhook.endpoint, attempt));
  }

  /** From now on no attempt may arrive where the last ones did. @param to where the webhook has moved; absent if it drops the event */
  leave(at: number, to: Endpoint = this.endpoint): void {
    this.#left.push({ endpoint: this.endpoint, at });
    this.endpoint = to;
  }

  /** The same event to the same webhook, sent again on demand. It takes the attempts from now on. */
  anew(answering: Answering): Delivery {
    this.#again = new Delivery(this.trigger, answering, this.webhook);
    return this.#again;
  }

  take(attempt: Attempt): Reply {
    if (this.#again) return this.#again.take(attempt);
    const guid = String(eventoOf(attempt)?.eventGuid);
    const index = this.#answered.get(guid) ?? 0;
    this.#answered.set(guid, index + 1);
    this.guids.add(guid);
    this.attempts.push(attempt);
    const { replies } = this.answering;
    return typeof replies === 'function' ? replies(index, attempt) : (replies[Math.min(index, replies.length - 1)] ?? replies[0]);
  }
}

/** Finds the delivery that an attempt belongs to. */
type Recognise = (deliveries: readonly Delivery[], evento: Evento) => Delivery | undefined;

/** The answers of a webhook to its deliveries. It confirms any other event. */
export function answering(deliveries: readonly Delivery[], recognise: Recognise = ofTrigger): Script {
  return (_index, attempt) => {
    const evento = eventoOf(attempt);
    return (evento && recognise(deliveries, evento))?.take(attempt) ?? { status: 204 };
  };
}

function ofTrigger(deliveries: readonly Delivery[], evento: Evento): Delivery | undefined {
  return deliveries.find(({ trigger }) => trigger.is(evento));
}

/** The body of a faulty retry may no longer show what it is about, so an EventGuid that has come before decides then. */
export function alsoByGuid(deliveries: readonly Delivery[], evento: Evento): Delivery | undefined {
  return ofTrigger(deliveries, evento) ?? deliveries.find(({ guids }) => guids.has(String(evento.eventGuid)));
}

/** An event that a webhook will get, and how its attempts are answered. */
export interface Pair {
  readonly trigger: EventTrigger;
  readonly answering: Answering;
}

export interface ListenOptions extends Omit<HookOptions, 'script' | 'at'> {
  readonly recognise?: Recognise;
}

/** Creates one webhook, if there is anything for it to answer. */
export async function listen(
  context: CheckContext,
  company: Company,
  types: readonly string[],
  pairs: readonly Pair[],
  { recognise = ofTrigger, ...options }: ListenOptions = {},
): Promise<readonly Delivery[]> {
  if (pairs.length === 0) return [];
  const deliveries: Delivery[] = [];
  const at = await context.run.webhooks.open(context.rule, answering(deliveries, recognise));
  const webhook = await createWebhook(context, company, types, { ...options, at });
  for (const { trigger, answering: how } of pairs) deliveries.push(new Delivery(trigger, how, webhook));
  return deliveries;
}

/**
 * Like `listen`, with one answer for all, at a port of its own that can refuse connections. Undefined if the receiver has only one port, or
 * the target accepts no other.
 */
export async function listenAside(
  context: CheckContext,
  company: Company,
  events: readonly [EventTrigger, ...EventTrigger[]],
  how: Answering,
): Promise<{ readonly port: ExtraPort; readonly deliveries: readonly [Delivery, ...Delivery[]] } | undefined> {
  const deliveries: Delivery[] = [];
  const opened = await context.run.webhooks.openAside(context.rule, answering(deliveries));
  const webhook = opened && (await unlessRefused(createWebhook(context, company, [events[0].type()], { at: opened })));
  if (opened === undefined || webhook === undefined) return undefined;
  const [first, ...others] = events;
  const made = [new Delivery(first, how, webhook), ...others.map((trigger) => new Delivery(trigger, how, webhook))] as const;
  deliveries.push(...made);
  return { port: opened.port, deliveries: made };
}

/** Waits for the first attempt. @throws Inconclusive if it does not come in time */
export async function awaitFirst(context: CheckContext, ...deliveries: readonly Delivery[]): Promise<void> {
  for (const { webhook, attempts } of deliveries) await awaitAttempts(context, webhook, () => attempts.length > 0);
}

/** A delivery, and the one for which its event was requested again. */
export interface Redelivered {
  readonly earlier: Delivery;
  readonly again: Delivery;
}

/**
 * Requests the events of deliveries again. Answers what the target agreed to redeliver, once all has come or had time to; nothing if it has
 * no such operation.
 */
export async function redeliver(context: CheckContext, deliveries: readonly Delivery[], how: Answering): Promise<readonly Redelivered[]> {
  if (!isServed(context, 'redeliverEvento')) return [];
  const due: Redelivered[] = [];
  const came = deliveries.filter(({ attempts }) => attempts.length > 0);
  for (const [id, ofEvent] of Map.groupBy(came, ({ guids }) => [...guids][0] ?? '')) {
    const [first] = ofEvent;
    if (first === undefined) continue;
    const begun = ofEvent.map((earlier) => ({ earlier, again: earlier.anew(how) }));
    // Other rules move the clock too, so a token that was valid before may have expired by now.
    const call = (await context.api()).call('redeliverEvento', { company: first.webhook.company, id });
    if (isSuccess(await context.send(call))) due.push(...begun);
  }
  const all = due.map(({ again }) => again);
  await arrivesAtAny(all, () => all.every(({ attempts }) => attempts.length > 0), context.target.timing.deliveryWithinMs);
  return due;
}

/** Every event answered in the same way. */
export function allAnswered(events: readonly EventTrigger[], how: Answering): readonly Pair[] {
  return events.map((trigger) => ({ trigger, answering: how }));
}

/** Says of a delivery that an attempt must follow the first. */
export function mustBeRetried(delivery: Delivery): Delivery {
  delivery.isDue = () => delivery.attempts.length === 1;
  return delivery;
}

function isAt({ name }: Endpoint, { path }: Attempt): boolean {
  return path.split('?')[0]?.split('/').at(-1) === name;
}

/** Which attempt is the first to be confirmed, counted from 1; Infinity if none is. */
function confirmedAfter({ replies }: Answering): number {
  const index =
    typeof replies === 'function'
      ? -1
      : replies.findIndex((reply) => typeof reply !== 'string' && 'status' in reply && reply.status >= 200 && reply.status < 300);
  return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
}

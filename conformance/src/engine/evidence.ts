import { createdId } from '../api/identity.ts';
import { headerPairs, isSuccess } from '../http/answer.ts';
import { keyOf } from '../http/call.ts';
import { JUDGED, type ShownDelivery, type ShownExchange } from '../model/evidence.ts';
import type { Answer, Exchange } from '../model/exchange.ts';
import type { Attempt, Hang, Reply, Webhook } from '../model/webhook.ts';
import { eventoOf } from '../receiver/attempt.ts';

/** How many exchanges of one case are kept, and how many of each kind that may explain another, from any case. */
const KEPT_OF_A_CASE = 40;
const KEPT_OF_EACH_KIND = 100;
/** How many changes of one object are kept. A check changes an object ten times or so before it tries an old token. */
const KEPT_CHANGES = 16;
/** How many exchanges before the judged one are shown outside of a property, where no case has a beginning. */
const SHOWN_BEFORE = 3;

/** The exchange of each answer, whichever rule sent it, because several rules may judge what one scenario prepares. */
const exchangesByAnswer = new WeakMap<Answer, Exchange>();

/** Remembers the exchanges of a rule, so that its failure can show those that matter. */
export class ExchangeMemory {
  #ofCase: Exchange[] = [];
  #isCase = false;
  readonly #creations = new Map<string, Exchange>();
  /** The last changes of each object, from which its present state and token come. */
  readonly #changes = new Map<string, readonly Exchange[]>();
  /** The latest calls that may have changed something, from any case. */
  #writes: Exchange[] = [];
  readonly #firstWithKey = new Map<string, Exchange>();

  /** Starts another case, or leaves all cases. */
  begin(isCase: boolean): void {
    this.#ofCase = [];
    this.#isCase = isCase;
  }

  add(exchange: Exchange): void {
    const { call, answer } = exchange;
    this.#ofCase.push(exchange);
    if (this.#ofCase.length > KEPT_OF_A_CASE) this.#ofCase.shift();
    if (answer !== undefined) exchangesByAnswer.set(answer, exchange);
    if (call.method !== 'GET') this.#writes = [...this.#writes.slice(1 - KEPT_OF_EACH_KIND), exchange];
    const key = keyOf(call);
    if (key !== undefined && !this.#firstWithKey.has(key)) keep(this.#firstWithKey, key, exchange);
    if (answer === undefined || !isSuccess(answer) || call.method === 'GET') return;
    const id = call.method === 'POST' ? createdId(answer) : undefined;
    if (id !== undefined && call.subject === undefined) keep(this.#creations, id, exchange);
    if (call.subject !== undefined)
      keep(this.#changes, call.subject, [...(this.#changes.get(call.subject) ?? []).slice(1 - KEPT_CHANGES), exchange]);
  }

  /**
   * The exchanges that explain a failure, in the order in which they were sent.
   * @param named the evidence that the check names, with its labels; by default the last exchange
   * @param objects ids of the objects that the failure is about
   */
  shown(named: readonly (readonly [why: string, seen: Answer | string])[], objects: readonly string[]): readonly ShownExchange[] {
    const reasons = new Reasons();
    for (const [why, seen] of named) {
      if (typeof seen !== 'string') reasons.pin(exchangesByAnswer.get(seen), why);
      else for (const exchange of this.#writes) if (exchange.call.body?.includes(seen)) reasons.pin(exchange, why);
    }
    const last = this.#ofCase.at(-1);
    if (reasons.size === 0 && objects.length === 0) reasons.pin(last, JUDGED);
    for (const judged of reasons.pinned()) this.#explain(judged, reasons);
    // Objects of different kinds may have the same id, so a creation that the check names itself has priority.
    const created = new Set(reasons.pinned().map(({ answer }) => answer && createdId(answer)));
    for (const id of objects) if (!created.has(id)) reasons.pin(this.#creations.get(id), 'created the object in question');
    const before = this.#isCase ? this.#ofCase : this.#ofCase.slice(-1 - SHOWN_BEFORE);
    for (const exchange of before) reasons.add(exchange, this.#isCase ? 'sent in the same case' : 'sent shortly before');
    for (const { call } of reasons.all()) reasons.add(this.#creations.get(call.subject ?? ''), 'created an object that is used');
    return reasons.shown();
  }

  #explain(judged: Exchange, reasons: Reasons): void {
    const { subject } = judged.call;
    reasons.pin(this.#firstWithKey.get(keyOf(judged.call) ?? ''), 'the first request with its Idempotency-Key');
    for (const other of this.#ofCase) if (other !== judged && overlaps(other, judged)) reasons.pin(other, 'under way at the same time');
    for (const other of this.#ofCase) if (other.onPurpose) reasons.pin(other, 'cut by the suite, so that its answer is lost');
    if (subject === undefined) return;
    reasons.pin(this.#creations.get(subject), 'created the object in question');
    const changes = (this.#changes.get(subject) ?? []).filter((other) => other !== judged && isBefore(other, judged));
    const last = changes.at(-1);
    reasons.pin(last, last?.call.method === 'DELETE' ? 'deleted the object in question' : 'changed the object in question');
    // A script that sends the requests again needs each token that the last change came from.
    for (const change of changes) reasons.add(change, 'changed the object before');
  }
}

function isBefore({ order: one }: Exchange, { order: other }: Exchange): boolean {
  return one !== undefined && other !== undefined && one.ended < other.began;
}

function keep<T>(kept: Map<string, T>, name: string, value: T): void {
  kept.delete(name);
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > KEPT_OF_EACH_KIND) kept.delete(oldest);
}

/** Collects why exchanges are shown. The first reason of each counts. */
export class Reasons {
  readonly #reasons = new Map<Exchange, { readonly why: string; readonly pinned: boolean }>();

  get size(): number {
    return this.#reasons.size;
  }

  /** Shows an exchange that is needed to understand the failure. Does nothing if it is undefined. */
  pin(exchange: Exchange | undefined, why: string): void {
    if (exchange !== undefined && !this.#reasons.has(exchange)) this.#reasons.set(exchange, { why, pinned: true });
  }

  /** Shows an exchange that only came before the failure. */
  add(exchange: Exchange | undefined, why: string): void {
    if (exchange !== undefined && !this.#reasons.has(exchange)) this.#reasons.set(exchange, { why, pinned: false });
  }

  pinned(): readonly Exchange[] {
    return [...this.#reasons].flatMap(([exchange, { pinned }]) => (pinned ? [exchange] : []));
  }

  all(): readonly Exchange[] {
    return [...this.#reasons.keys()];
  }

  /** All exchanges in the order in which they were sent. Those that overlap share a number. */
  shown(): readonly ShownExchange[] {
    const ordered = [...this.#reasons].toSorted(([one], [other]) => (one.order?.began ?? 0) - (other.order?.began ?? 0));
    let group = 0;
    const groups = new Map<Exchange, number>();
    for (const [index, [exchange]] of ordered.entries()) {
      const earlier = ordered.slice(0, index).findLast(([other]) => overlaps(other, exchange));
      if (earlier === undefined) continue;
      const number = groups.get(earlier[0]) ?? ++group;
      groups.set(earlier[0], number).set(exchange, number);
    }
    return ordered.map(([exchange, reason]) => {
      const together = groups.get(exchange);
      return { ...exchange, ...reason, ...(together !== undefined && { together }) };
    });
  }
}

/** Whether two exchanges overlapped in time. */
function overlaps({ order: one }: Exchange, { order: other }: Exchange): boolean {
  return one !== undefined && other !== undefined && one.began < other.ended && other.began < one.ended;
}

/** A delivery as a failure shows it. @param webhooks the webhooks of the run */
export function shownDelivery(attempt: Attempt, why: string, webhooks: readonly Webhook[]): ShownDelivery {
  const name = attempt.path.split('?')[0]?.split('/').at(-1);
  const webhook = webhooks.find(({ endpoint }) => endpoint.name === name);
  return {
    why,
    webhook: webhook?.id ?? null,
    method: attempt.method,
    url: webhook === undefined ? attempt.path : new URL(attempt.path, webhook.url).href,
    headers: headerPairs(attempt.rawHeaders),
    body: attempt.body.toString('utf8'),
    answered: attempt.reply === undefined ? 'not yet answered' : described(attempt.reply),
    attempt: numberOf(attempt, webhook),
    remoteAddress: attempt.remoteAddress ?? 'an unknown address',
    arrivedAt: attempt.arrivedAt,
  };
}

/** The number of the attempt for its event. A repeated event has the same EventGuid. */
function numberOf(attempt: Attempt, webhook: Webhook | undefined): number | null {
  const guid = eventoOf(attempt)?.eventGuid;
  if (guid === undefined || webhook === undefined) return null;
  const ofEvent = webhook.endpoint.attempts.filter((other) => eventoOf(other)?.eventGuid === guid);
  const at = ofEvent.indexOf(attempt);
  return at < 0 ? null : at + 1;
}

function described(reply: Reply): string {
  if (reply === 'reset') return 'by resetting the connection';
  if (reply === 'close') return 'by closing the connection';
  if ('silentForMs' in reply) return `not at all; the connection was cut after ${reply.silentForMs} ms`;
  if ('hang' in reply)
    return `${reply.beginsWith === undefined ? 'not at all' : `${reply.beginsWith}, with an endless body`}; ${hung(reply.hang)}`;
  return reply.afterMs === undefined ? String(reply.status) : `${reply.status}, after ${reply.afterMs} ms`;
}

function hung({ givenUpAfterMs }: Hang): string {
  return givenUpAfterMs === undefined ? 'the connection was left open' : `the target gave up after ${givenUpAfterMs} ms`;
}

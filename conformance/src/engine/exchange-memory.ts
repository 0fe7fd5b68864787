import { createdId } from '../api/identity.ts';
import { isSuccess } from '../http/answer.ts';
import type { ShownExchange } from '../model/evidence.ts';
import { JUDGED } from '../model/evidence.ts';
import type { Answer, Exchange } from '../model/exchange.ts';
import { overlaps, Reasons } from './reasons.ts';

/** How many exchanges of one case are kept, and how many of each kind that may explain another, from any case. */
const KEPT_OF_A_CASE = 40;
const KEPT_OF_EACH_KIND = 100;
/** How many exchanges before the judged one are shown outside of a property, where no case has a beginning. */
const SHOWN_BEFORE = 3;

/** The exchange of each answer, whichever rule sent it, because several rules may judge what one scenario prepares. */
const exchangesByAnswer = new WeakMap<Answer, Exchange>();

/** Remembers the exchanges of a rule, so that its failure can show those that matter. */
export class ExchangeMemory {
  #ofCase: Exchange[] = [];
  #isCase = false;
  readonly #creations = new Map<string, Exchange>();
  /** The last two changes of each object. Two, because the later one may be the judged exchange itself. */
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
    const key = keyOf(exchange);
    if (key !== undefined && !this.#firstWithKey.has(key)) keep(this.#firstWithKey, key, exchange);
    if (answer === undefined || !isSuccess(answer) || call.method === 'GET') return;
    const id = call.method === 'POST' ? createdId(answer) : undefined;
    if (id !== undefined && call.subject === undefined) keep(this.#creations, id, exchange);
    if (call.subject !== undefined) keep(this.#changes, call.subject, [...(this.#changes.get(call.subject) ?? []).slice(-1), exchange]);
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
    reasons.pin(this.#firstWithKey.get(keyOf(judged) ?? ''), 'the first request with its Idempotency-Key');
    for (const other of this.#ofCase) if (other !== judged && overlaps(other, judged)) reasons.pin(other, 'under way at the same time');
    for (const other of this.#ofCase) if (other.onPurpose) reasons.pin(other, 'cut by the suite, so that its answer is lost');
    if (subject === undefined) return;
    reasons.pin(this.#creations.get(subject), 'created the object in question');
    const change = this.#changes.get(subject)?.findLast((other) => other !== judged && isBefore(other, judged));
    reasons.pin(change, change?.call.method === 'DELETE' ? 'deleted the object in question' : 'changed the object in question');
  }
}

function keyOf({ call }: Exchange): string | undefined {
  return call.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
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

import { createHash } from 'node:crypto';
import type { OperationId } from '../generated/operations.ts';
import { againWhileLost } from '../http/lost-answer.ts';
import type { Cases, JudgingContext } from '../model/check-context.ts';
import { Coverage } from '../model/coverage.ts';
import type { About, Seen, ShownDelivery } from '../model/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import { Failure, type Finding } from '../model/verdict.ts';
import type { Attempt } from '../model/webhook.ts';
import { ExchangeMemory } from './evidence.ts';
import type { JudgingRun } from './judging-run.ts';
import { derivedSeed, forAll, room, sample } from './property.ts';

/** How many pieces of evidence a failure shows under one label at most. More would show nothing new. */
const MOST_NAMED = 10;

/** Judges one rule of any role: draws cases, counts judgements, and remembers the exchanges of the current case. */
export abstract class Judging<Run extends JudgingRun> implements JudgingContext {
  readonly rule: string;
  readonly run: Run;
  readonly coverage: Coverage = new Coverage();
  requests = 0;
  runs = 0;
  judgements = 0;
  /** The parts of the rule that a pass does not cover. */
  unjudged: string | null = null;
  unable: OperationId | undefined;
  protected readonly memory: ExchangeMemory = new ExchangeMemory();
  /** Whether the target's clock was moved for the rule. */
  protected clockMoved = false;
  #names = 0;
  #idle = 0;
  #properties = 0;
  #samples = 0;

  /** @param before an earlier context of the rule in this run, whose names and keys are not used again */
  constructor(rule: string, run: Run, before?: Judging<Run>) {
    this.rule = rule;
    this.run = run;
    this.requests = before?.requests ?? 0;
    this.#names = before === undefined ? 0 : before.#names;
  }

  get isQuick(): boolean {
    return this.run.effort < 1;
  }

  /** Whether each property may try only one case. */
  protected get isSpent(): boolean {
    return false;
  }

  /** Starts another case of a property, or leaves all cases. */
  protected beginCase(isCase: boolean): void {
    this.memory.begin(isCase);
  }

  fresh(): string {
    this.#names += 1;
    return `${this.run.runName}-${this.rule}-${this.#names}`.toLowerCase();
  }

  isOwn(name: unknown): boolean {
    return typeof name === 'string' && name.toLowerCase().startsWith(`${this.run.runName}-${this.rule}-`.toLowerCase());
  }

  freshKey(): string {
    return uuidOf(this.fresh());
  }

  async idle<T>(wait: () => Promise<T>): Promise<T> {
    this.#idle += 1;
    try {
      return await (this.#idle === 1 ? this.run.workers.rest(wait) : wait());
    } finally {
      this.#idle -= 1;
    }
  }

  judge(holds: boolean, finding: Finding): void {
    this.judgements += 1;
    if (!holds) throw this.failure(finding);
  }

  leaveUnjudged(reason: string): void {
    this.unjudged ??= reason;
  }

  some<T>(cases: readonly T[], length: number = this.upTo(cases.length)): readonly T[] {
    this.#samples += 1;
    return sample(cases, length, derivedSeed(this.run.seed, `${this.rule}/some/${this.#samples}`));
  }

  upTo(times: number): number {
    return room(times, this.run.effort);
  }

  async forAll<T>(
    cases: Cases<T>,
    runs: number,
    predicate: (value: T) => Promise<void>,
    examples: readonly T[] = [],
    told?: (value: T) => string,
  ): Promise<void> {
    this.#properties += 1;
    const property = this.#properties;
    const saved = this.run.replay?.get(this.rule);
    const count = Math.max(1, Math.round(runs * this.run.effort));
    const seed = derivedSeed(this.run.seed, `${this.rule}/${property}`);
    const before = this.runs;
    const run = async (value: T): Promise<void> => {
      if (this.isSpent && this.runs > before) return;
      this.runs += 1;
      await againWhileLost(async () => {
        this.beginCase(true);
        await predicate(value);
      });
    };
    const { path, replayPath } = saved?.property === property ? saved : {};
    // Below the standard budget generated cases replace some of the examples.
    const tried = this.some(examples, this.upTo(runs + examples.length) - Math.min(runs, count));
    await forAll(cases, run, { seed, runs: count, examples: tried, property, path, replayPath, told });
    this.beginCase(false);
  }

  /** Keeps an exchange as evidence for a later failure, and reports it to observers of the run. */
  protected remember(exchange: Exchange): void {
    this.run.observe(this.rule, exchange);
    this.memory.add(exchange);
  }

  /** A failure with its evidence: the exchanges and deliveries that matter, each with its label. */
  protected failure(finding: Finding): Failure {
    const named = seenIn(finding.about);
    const attempts = named.flatMap(([why, seen]) => this.attemptsOf(seen).map((attempt) => [why, attempt] as const));
    const others = named.flatMap(([why, seen]) => (typeof seen === 'string' || 'status' in seen ? [[why, seen] as const] : []));
    return new Failure(finding, {
      exchanges: this.memory.shown(others, this.objectsOf(attempts.map(([, attempt]) => attempt))),
      deliveries: this.deliveries(attempts),
      clockMoved: this.clockMoved,
    });
  }

  /** The deliveries that a piece of evidence names: one, or all that contain a text. */
  protected attemptsOf(seen: Seen): readonly Attempt[] {
    return typeof seen === 'string' || 'status' in seen ? [] : [seen];
  }

  /** The ids of the objects that deliveries are about. */
  protected objectsOf(_attempts: readonly Attempt[]): readonly string[] {
    return [];
  }

  /** The deliveries that a failure shows. @param named those that the check names as evidence */
  protected deliveries(_named: readonly (readonly [why: string, attempt: Attempt])[]): readonly ShownDelivery[] {
    return [];
  }
}

function seenIn(about: About = {}): readonly (readonly [why: string, seen: Seen])[] {
  return Object.entries(about).flatMap(([why, seen]) => {
    if (seen === undefined) return [];
    return (isList(seen) ? seen : [seen]).slice(0, MOST_NAMED).map((one) => [why, one] as const);
  });
}

function isList(seen: Seen | readonly Seen[]): seen is readonly Seen[] {
  return Array.isArray(seen);
}

/** A UUID that is always the same for one name. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import type { Arbitrary } from 'fast-check';
import type { ClockShare } from './clock.ts';
import type { Coverage } from './coverage.ts';
import type { Answer, Call, Cut } from './exchange.ts';
import type { Requests } from './requests.ts';
import type { RunContext } from './run-context.ts';
import type { Target } from './target.ts';
import type { Finding } from './verdict.ts';

/** What cases are drawn from: for histories, by the replay path of the earlier run whose case is tried again. */
export type Cases<T> = Arbitrary<T> | ((replayPath?: string) => Arbitrary<T>);

/** What a check works with: it sends calls, judges what came, and waits, for one rule. */
export interface CheckContext {
  readonly rule: string;
  readonly run: RunContext;
  readonly target: Target;
  /** What was exercised for the rule so far. */
  readonly coverage: Coverage;
  /**
   * Takes part in deciding when the target's clock is moved; undefined where there is no control, or where other checks that run now need
   * the clock to stand still.
   */
  readonly clock: ClockShare | undefined;
  /** How often something was judged. */
  readonly judgements: number;
  /** When the latest call that may change something had ended, real time in Unix milliseconds. */
  readonly wroteAt: number;
  /** Whether a call was lost on a connection that had been used before. */
  lostOnReuse: boolean;

  /** Builders of authenticated calls. */
  api(): Promise<Requests>;
  /** @throws LostAnswer when no answer comes. */
  send(call: Call): Promise<Answer>;
  /** Sends a call once, whatever a 429 says: for checks that provoke the target's defences. */
  sendOnce(call: Call): Promise<Answer>;
  /** Sends a call and loses its answer on purpose. */
  sendCut(call: Call, cut: Cut): Promise<void>;
  /** Sends a call whose answer the rule judges: silence breaks the rule too. */
  sendJudged(call: Call, expected: string): Promise<Answer>;
  /** Sends a call that the rule says must succeed. @throws Skip on 501: the target has no such operation yet. */
  sendRightful(call: Call, expected?: string): Promise<Answer>;
  /** Sends a call that the rule needs but does not judge. @throws Inconclusive unless it is answered 2xx, Skip on 501. */
  prepare(call: Call): Promise<Answer>;

  /** One judgement: fails the rule unless it holds. */
  judge(holds: boolean, finding: Finding): void;
  /** Says, should the rule pass, which part of it was not judged, and what to configure for that. */
  leaveUnjudged(reason: string): void;

  /** A property over generated cases; `runs` is their number at the standard budget, the examples not counted. */
  forAll<T>(cases: Cases<T>, runs: number, predicate: (value: T) => Promise<void>, examples?: readonly T[]): Promise<void>;
  /** Of cases that a list names, those that are tried: all of them; at a budget below the standard one a share, drawn by the seed. */
  some<T>(cases: readonly T[], length?: number): readonly T[];
  /** How often something is done at this budget that is done `times` times at the standard one and above. */
  upTo(times: number): number;

  /** A unique name of ASCII letters, digits and hyphens, so that no legal service refuses it. */
  fresh(): string;
  /** Whether it is a name that was made for this rule, or begins with one. */
  isOwn(name: unknown): boolean;
  /** A new idempotency key: a UUID, so that no legal service refuses it. */
  freshKey(): string;

  /** Waits without sending: another rule may be judged meanwhile. */
  idle<T>(wait: () => Promise<T>): Promise<T>;
  /** The same, and the target's clock may be moved meanwhile. */
  rest<T>(wait: () => Promise<T>): Promise<T>;
  /** Waits until the target's clock shows this moment or a later one. @throws Error when there is no control, or it does not take it. */
  reach(atMs: number): Promise<void>;
  /** Waits until the target's clock has moved on by this time. @throws Error as above. */
  advance(byMs: number): Promise<void>;
}

import type { Arbitrary } from 'fast-check';
import type { OperationId } from '../generated/operations.ts';
import type { Coverage } from './coverage.ts';
import type { Finding } from './verdict.ts';

/** What cases are drawn from: for histories, by the replay path of the earlier run whose case is tried again. */
export type Cases<T> = Arbitrary<T> | ((replayPath?: string) => Arbitrary<T>);

/** What the check of any role works with: it draws cases, names what it sends, and judges what came, for one rule. */
export interface JudgingContext {
  /** The id of the rule that is judged. */
  readonly rule: string;
  /** What was exercised for the rule so far. */
  readonly coverage: Coverage;
  /** How often something was judged. */
  readonly judgements: number;
  /** The operation of the last answer that says that it is not there, or that it broke. */
  readonly unable: OperationId | undefined;
  /** Whether the budget is below the standard one: what takes long is left out. */
  readonly isQuick: boolean;

  /** One judgement: fails the rule unless it holds. */
  judge(holds: boolean, finding: Finding): void;
  /** Says, should the rule pass, which part of it was not judged, and what to configure for that. */
  leaveUnjudged(reason: string): void;

  /**
   * A property over generated cases; `runs` is their number at the standard budget, the examples not counted.
   * @param told says in a few words what a case is, where its values alone do not
   */
  forAll<T>(
    cases: Cases<T>,
    runs: number,
    predicate: (value: T) => Promise<void>,
    examples?: readonly T[],
    told?: (value: T) => string,
  ): Promise<void>;
  /** Of cases that a list names, those that are tried: all of them; at a budget below the standard one a share, drawn by the seed. */
  some<T>(cases: readonly T[], length?: number): readonly T[];
  /** How often something is done at this budget that is done `times` times at the standard one and above. */
  upTo(times: number): number;

  /** A unique name of ASCII letters, digits and hyphens, so that no legal peer refuses it. */
  fresh(): string;
  /** Whether it is a name that was made for this rule, or begins with one. */
  isOwn(name: unknown): boolean;
  /** A new key: a UUID, so that no legal peer refuses it. */
  freshKey(): string;

  /** Waits without sending: another rule may be judged meanwhile. */
  idle<T>(wait: () => Promise<T>): Promise<T>;
}

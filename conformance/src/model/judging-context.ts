import type { Arbitrary } from 'fast-check';
import type { OperationId } from '../generated/operations.ts';
import type { Coverage } from './coverage.ts';
import type { Finding } from './verdict.ts';

/** The source of cases. For histories, a function that takes the replay path of the earlier run whose case is repeated. */
export type Cases<T> = Arbitrary<T> | ((replayPath?: string) => Arbitrary<T>);

/** What every check works with, whatever its role: it draws cases, names what it sends, and judges answers for one rule. */
export interface JudgingContext {
  /** The id of the rule that is judged. */
  readonly rule: string;
  /** What this rule has exercised so far. */
  readonly coverage: Coverage;
  /** The number of judgements so far. */
  readonly judgements: number;
  /** The operation of the last answer that says that the operation does not exist or failed. */
  readonly unable: OperationId | undefined;
  /** Whether the budget is below the standard one, so that slow parts are left out. */
  readonly isQuick: boolean;

  /** One judgement. It fails the rule unless `holds` is true. */
  judge(holds: boolean, finding: Finding): void;
  /** Adds to a pass which part of the rule was not judged, and what to configure to have it judged. */
  leaveUnjudged(reason: string): void;

  /**
   * A property over generated cases. `runs` is their number at the standard budget, without the examples.
   * @param told describes a case in a few words, if its values alone do not
   */
  forAll<T>(
    cases: Cases<T>,
    runs: number,
    predicate: (value: T) => Promise<void>,
    examples?: readonly T[],
    told?: (value: T) => string,
  ): Promise<void>;
  /** The cases of a list that are tried: all of them, or a sample chosen by the seed if the budget is below the standard one. */
  some<T>(cases: readonly T[], length?: number): readonly T[];
  /** How often to repeat something at this budget. At the standard budget and above it is `times`. */
  upTo(times: number): number;

  /** A unique name of ASCII letters, digits and hyphens, which no conforming target refuses. */
  fresh(): string;
  /** Whether it is a name that was made for this rule, or starts with one. */
  isOwn(name: unknown): boolean;
  /** A new key: a UUID, which no conforming target refuses. */
  freshKey(): string;

  /** Waits without sending. Another rule may use the worker meanwhile. */
  idle<T>(wait: () => Promise<T>): Promise<T>;
}

import type { OperationId } from '../generated/operations.ts';
import type { About, Evidence } from './evidence.ts';
import type { Call } from './exchange.ts';

/** What can become of a rule: `inconclusive` is too little exercised to say, `error` is the suite's own fault. */
export type Outcome = 'pass' | 'fail' | 'skip' | 'inconclusive' | 'error';

/** What a rule demanded and what came instead. */
export interface Finding {
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What the rule demands. */
  readonly expected: string;
  /** What came instead. */
  readonly actual: string;
  /** What it was judged by, where that is not the last answer that came. */
  readonly about?: About;
}

/** Where fast-check stood when it found the smallest case that fails. */
export interface Counterexample {
  readonly seed: number;
  readonly path: string;
  readonly counterexample: string;
  /** Which steps of the histories before it ran; null if the case is no history. */
  readonly replayPath: string | null;
  /** Which of the check's properties it was, counted from 1. */
  readonly property: number;
}

/** The target broke the rule. */
export class Failure extends Error {
  readonly finding: Finding;
  readonly evidence: Evidence;
  readonly counterexample: Counterexample | undefined;

  constructor(
    finding: Finding,
    evidence: Evidence = { exchanges: [], deliveries: [], clockMoved: false },
    counterexample?: Counterexample,
  ) {
    super(finding.message);
    this.finding = finding;
    this.evidence = evidence;
    this.counterexample = counterexample;
  }
}

/** Something that the rule needs is not there; the message says what, and what to configure. */
export class Skip extends Error {
  /** In a few words what the configuration says is not there, or the choice of the target that leaves nothing to judge; undefined if neither is the reason. */
  readonly lacks: string | undefined;

  constructor(message: string, lacks?: string) {
    super(message);
    this.lacks = lacks;
  }
}

/** Of a rule that does not bind the target, since that lacks an operation that the source does not promise. */
export const UNBOUND = 'surface lacks operations';

/** A rule, or a part of one, needs what the target does not have and need not have. */
export function lacking(message: string): Skip {
  return new Skip(message, UNBOUND);
}

/** The rule could not be exercised enough to say; the message says why. */
export class Inconclusive extends Error {
  /** The operation that was needed and not answered as if it were there; undefined if that is not the reason. */
  needed: OperationId | undefined;
}

/** Of a call that was to differ from another, and does not. */
export function noOther({ operation }: Pick<Call, 'operation'>): Inconclusive {
  return new Inconclusive(
    `the suite has no other body for ${operation ?? 'the call'}: give it one in surface.bodies with a number, a date or a text to vary`,
  );
}

import type { OperationId } from '../generated/operations.ts';
import type { About, Evidence } from './evidence.ts';
import type { Call } from './exchange.ts';

/** The possible results of a rule. `inconclusive`: exercised too little to judge. `error`: a fault of the suite itself. */
export type Outcome = 'pass' | 'fail' | 'skip' | 'inconclusive' | 'error';

/** What a rule demands, and what happened instead. */
export interface Finding {
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What the rule demands. */
  readonly expected: string;
  /** What happened instead. */
  readonly actual: string;
  /** The evidence, if it is not the last answer. */
  readonly about?: About;
}

/** Where fast-check found the smallest failing case. */
export interface Counterexample {
  readonly seed: number;
  readonly path: string;
  readonly counterexample: string;
  /** Which steps of the earlier histories ran; null if the case is no history. */
  readonly replayPath: string | null;
  /** The number of the check's property, from 1. */
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

/** Something that the rule needs is missing. The message says what, and what to configure. */
export class Skip extends Error {
  /** A few words: what is missing by the configuration, or the target's choice that leaves nothing to judge. Otherwise undefined. */
  readonly lacks: string | undefined;

  constructor(message: string, lacks?: string) {
    super(message);
    this.lacks = lacks;
  }
}

/** The short reason for a rule that does not bind the target, because the target lacks an operation that the source does not promise. */
export const UNBOUND = 'surface lacks operations';

/** A rule, or a part of it, needs an optional thing that the target lacks. */
export function lacking(message: string): Skip {
  return new Skip(message, UNBOUND);
}

/** The rule could not be exercised enough to judge it. The message says why. */
export class Inconclusive extends Error {
  /** The needed operation that does not work; undefined if there is another reason. */
  needed: OperationId | undefined;
}

/** The suite needs a call that differs from another one, and cannot build it. */
export function noOther({ operation }: Pick<Call, 'operation'>): Inconclusive {
  return new Inconclusive(
    `the suite has no other body for ${operation ?? 'the call'}: give it one in surface.bodies with a number, a date or a text to vary`,
  );
}

import type { RuleResult } from './result.ts';

/** Rules that a target is known to break, each with why; they run like all others. */
export type Baseline = ReadonlyMap<string, string>;

/** The result with what the baseline says of its rule. */
export function compared(result: RuleResult, baseline: Baseline | undefined): RuleResult {
  const known = baseline?.get(result.id);
  return known === undefined ? result : { ...result, known };
}

/** A failure that was expected: it is reported, and does not make the run fail. */
export function isKnownFailure({ outcome, known }: RuleResult): boolean {
  return outcome === 'fail' && known !== undefined;
}

/** A rule that the baseline says is broken, and that holds now: it should leave the baseline. */
export function isUnexpectedPass({ outcome, known }: RuleResult): boolean {
  return outcome === 'pass' && known !== undefined;
}

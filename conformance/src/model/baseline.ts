import type { RuleResult } from './rule-result.ts';

/** What is known of a rule that a target breaks. */
export interface KnownFailure {
  /** Fingerprints of the failures that are known: another failure of the rule is a new one. */
  readonly failures: readonly string[];
  /** Why the target breaks it, for whoever reads a report. */
  readonly reason: string;
  /** Who will mend it. Absent if nobody is named. */
  readonly owner?: string;
  /** The last day on which it counts, as YYYY-MM-DD in UTC. */
  readonly expires?: string;
}

/** Rules that a target is known to break; they run like all others. */
export type Baseline = ReadonlyMap<string, KnownFailure>;

/** The result with what the baseline says of its rule. @param today as YYYY-MM-DD in UTC */
export function compared(
  result: RuleResult,
  baseline: Baseline | undefined,
  today: string = new Date().toISOString().slice(0, 10),
): RuleResult {
  const entry = baseline?.get(result.id);
  if (entry === undefined) return result;
  const known = entry.owner === undefined ? entry.reason : `${entry.reason} (${entry.owner})`;
  if (result.failure === undefined) return { ...result, known };
  const objection = objectionTo(entry, result.failure.fingerprint, today);
  return objection === undefined ? { ...result, known } : { ...result, notKnown: `${objection}: ${known}` };
}

/** Why an entry does not hold of a failure; undefined if it does. */
function objectionTo({ failures, expires }: KnownFailure, fingerprint: string, today: string): string | undefined {
  if (expires !== undefined && expires < today) return `its entry in the baseline expired on ${expires}`;
  if (failures.includes(fingerprint)) return undefined;
  return `the baseline knows another failure of this rule, and not ${fingerprint}`;
}

/** A failure that was expected: it is reported, and does not make the run fail. */
export function isKnownFailure({ outcome, known }: RuleResult): boolean {
  return outcome === 'fail' && known !== undefined;
}

/** A rule that the baseline says is broken, and that holds now: it should leave the baseline. */
export function isUnexpectedPass({ outcome, known }: RuleResult): boolean {
  return outcome === 'pass' && known !== undefined;
}

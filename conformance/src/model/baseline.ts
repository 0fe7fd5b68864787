import { createHash } from 'node:crypto';
import type { RuleResult } from './result.ts';
import type { Finding } from './verdict.ts';

/**
 * Tells failures of one rule apart only by whether the target failed (5xx) or did something wrong. Details differ from run to run:
 * which demand fails first, for which object, and in which order the answers of a race arrive.
 */
export function fingerprintOf(rule: string, { actual }: Pick<Finding, 'actual'>): string {
  const [status = '', ...others] = actual.match(/(?<=^|, )[1-5]\d\d\b/g) ?? [];
  const broke = others.length === 0 && status.startsWith('5');
  return createHash('sha256')
    .update(`${rule}\n${broke ? '5xx' : ''}`)
    .digest('hex')
    .slice(0, 12);
}

/** A rule that the target is known to break. */
export interface KnownFailure {
  /** Fingerprints of the known failures. Any other failure of the rule is new. */
  readonly failures: readonly string[];
  /** Why the target breaks it, for readers of a report. */
  readonly reason: string;
  /** Who will fix it. Absent if nobody is named. */
  readonly owner?: string;
  /** The last day on which the entry is valid, as YYYY-MM-DD in UTC. */
  readonly expires?: string;
}

/** The rules that a target is known to break, by id. They are judged like all others. */
export type Baseline = ReadonlyMap<string, KnownFailure>;

/** The result, with what the baseline says about its rule. @param today as YYYY-MM-DD in UTC */
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

/** Why an entry does not cover a failure; undefined if it does. */
function objectionTo({ failures, expires }: KnownFailure, fingerprint: string, today: string): string | undefined {
  if (expires !== undefined && expires < today) return `its entry in the baseline expired on ${expires}`;
  if (failures.includes(fingerprint)) return undefined;
  return `the baseline lists other failures of this rule, but not ${fingerprint}`;
}

/** Whether the baseline covers the failure. Such a failure is reported, but does not fail the run. */
export function isKnownFailure({ outcome, known }: RuleResult): boolean {
  return outcome === 'fail' && known !== undefined;
}

/** Whether a rule passed although the baseline lists it. Its entry should be removed. */
export function isUnexpectedPass({ outcome, known }: RuleResult): boolean {
  return outcome === 'pass' && known !== undefined;
}

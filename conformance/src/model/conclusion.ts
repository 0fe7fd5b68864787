import { isKnownFailure, isUnexpectedPass } from './baseline.ts';
import { causesFirst } from './causes.ts';
import type { Conclusion, Profile, RuleResult, Verdict } from './result.ts';
import { UNBOUND } from './verdict.ts';

/** How strict the verdict is. */
export interface Strictness {
  /** Ids of rules that must be judged. Without them there is no verdict. */
  readonly require?: readonly string[] | undefined;
  /** Treats every skipped rule of the profile as a failure. */
  readonly failOnSkip?: boolean | undefined;
  /** Treats a rule that passes although the baseline lists it as a failure, so that the baseline stays up to date. */
  readonly failOnStale?: boolean | undefined;
  /** Allows the verdict "conforms" even if some rules are inconclusive. */
  readonly allowInconclusive?: boolean | undefined;
}

const exitCodes = { conforms: 0, 'does not conform': 1, 'cannot be told': 2 } as const;

/**
 * Decides whether the target conforms. It conforms only if each rule was judged, or the configuration says what the target lacks.
 * @param stopped why the run ended early: then there is no verdict
 */
export function conclude(results: readonly RuleResult[], profile: Profile, strictness: Strictness = {}, stopped?: string): Conclusion {
  const ofProfile = results.filter(({ level }) => level !== 'chosen' || profile === 'reference');
  const broken = ofProfile.filter((result) => (result.outcome === 'fail' && !isKnownFailure(result)) || isMissed(result, strictness));
  const binding = ofProfile.filter((result) => !isUnbound(result));
  const judged = binding.filter(isJudged).length;
  const isOpen = ofProfile.some((result) => leavesOpen(result, strictness));
  const missing = strictness.require?.filter((id) => !ofProfile.some((result) => result.id === id && isJudged(result))) ?? [];
  const told = broken.length > 0 ? 'does not conform' : isOpen || missing.length > 0 || judged === 0 ? 'cannot be told' : 'conforms';
  const verdict = stopped === undefined ? told : 'cannot be told';
  const others = Map.groupBy(ofProfile, reasonInShort);
  others.delete(undefined);
  const notJudged = Object.fromEntries([...others].map(([reason, found]) => [reason ?? '', found.length]));
  const known = ofProfile.filter(isKnownFailure).length;
  const counts = { judged, rules: binding.length, notJudged };
  const unbound = ofProfile.length - binding.length;
  const headline = headlineOf(verdict, { ...counts, unbound, broken, missing, known, stopped });
  return { verdict, exitCode: exitCodes[verdict], ...counts, headline };
}

/** Whether a rule does not apply: it needs an optional thing that the target lacks, or it cannot be observed from outside. */
function isUnbound({ outcome, lacks }: RuleResult): boolean {
  return outcome === 'skip' && (lacks === UNBOUND || lacks === UNOBSERVABLE);
}

function isJudged({ outcome }: RuleResult): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

function isMissed(result: RuleResult, { failOnSkip = false, failOnStale = false }: Strictness): boolean {
  return result.outcome === 'skip' ? failOnSkip && result.lacks !== UNOBSERVABLE : failOnStale && isUnexpectedPass(result);
}

/** Whether a result may hide a violation. A skip may, unless its reason comes from the configuration. */
function leavesOpen({ outcome, lacks, role }: RuleResult, { allowInconclusive = false }: Strictness): boolean {
  if (outcome === 'skip') return lacks === undefined && role === 'service';
  return outcome === 'error' || (outcome === 'inconclusive' && !allowInconclusive);
}

/** The short reason for a rule that nobody can judge from outside. */
export const UNOBSERVABLE = 'cannot be seen from outside';

function reasonInShort(result: RuleResult): string | undefined {
  const { outcome, lacks } = result;
  if (isJudged(result)) return undefined;
  if (outcome === 'skip') return lacks ?? 'skipped for another reason';
  return outcome === 'error' ? 'the suite itself broke' : 'inconclusive';
}

interface Counts extends Pick<Conclusion, 'judged' | 'rules' | 'notJudged'> {
  /** The number of rules of the profile that do not apply to the target. */
  readonly unbound: number;
  readonly broken: readonly RuleResult[];
  /** Required rules that were not judged. */
  readonly missing: readonly string[];
  /** The number of failures that the baseline covers. */
  readonly known: number;
  /** Why the run ended early. */
  readonly stopped: string | undefined;
}

function headlineOf(verdict: Verdict, { judged, rules, unbound, notJudged, broken, missing, known, stopped }: Counts): string {
  const reasons = Object.entries(notJudged)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${reason} (${count})`);
  const counts = `${judged} of ${rules} rules${unbound === 0 ? '' : ' that bind it'}`;
  const lacking = missing.length === 0 ? '' : `; required, and not judged: ${missing.join(' ')}`;
  const rest = `${reasons.length === 0 ? '' : `; ${rules + unbound - judged} not judged: ${reasons.join(', ')}`}${lacking}`;
  if (stopped !== undefined) return `${verdict}: ${stopped}; ${counts} judged`;
  if (verdict === 'cannot be told') return `${verdict}: ${counts} judged${rest}`;
  if (verdict === 'conforms') return `${known > 0 ? `conforms, but for ${known} known to fail` : verdict}: ${counts}${rest}`;
  return `${verdict}: ${counts} judged${rest}; broken: ${causesFirst(broken)
    .map(({ id }) => id)
    .join(' ')}`;
}

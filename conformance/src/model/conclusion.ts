import { isKnownFailure, isUnexpectedPass } from './baseline.ts';
import { causesFirst } from './causes.ts';
import type { Profile, RuleResult } from './rule-result.ts';
import { UNBOUND } from './verdict.ts';

/** Where the line is drawn between what conforms and what does not. */
export interface Strictness {
  /** Ids of rules without which nothing can be told. */
  readonly require?: readonly string[] | undefined;
  /** Any rule of the profile that was skipped is a failure. */
  readonly failOnSkip?: boolean | undefined;
  /** A rule that the baseline says is broken, and that holds now, is a failure: the baseline must not grow stale. */
  readonly failOnStale?: boolean | undefined;
  /** Rules of which too little was seen take nothing from "conforms". */
  readonly allowInconclusive?: boolean | undefined;
}

/** What can be said of a target as a whole. */
export type Verdict = 'conforms' | 'does not conform' | 'cannot be told';

/** What a run came to as a whole. */
export interface Conclusion {
  /** Whether the target conforms. */
  readonly verdict: Verdict;
  /** 0 conforms, 1 does not, 2 could not tell. */
  readonly exitCode: 0 | 1 | 2;
  /** Rules of the profile that were judged. */
  readonly judged: number;
  /** Rules of the profile that bind the target and that anybody could judge. */
  readonly rules: number;
  /** The others, by the reason in a few words. */
  readonly notJudged: Readonly<Record<string, number>>;
  /** All of it in one line. */
  readonly headline: string;
}

const exitCodes = { conforms: 0, 'does not conform': 1, 'cannot be told': 2 } as const;

/**
 * Says of the results of a run whether the target conforms: only where each rule was judged, or the configuration says what it lacks.
 * @param stopped why the run ended before its end: then nothing can be told
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

/** Whether a rule says nothing of the target: it needs what that does not have and need not have, or nobody can judge it from outside. */
function isUnbound({ outcome, lacks }: RuleResult): boolean {
  return outcome === 'skip' && (lacks === UNBOUND || lacks === UNOBSERVABLE);
}

function isJudged({ outcome }: RuleResult): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

function isMissed(result: RuleResult, { failOnSkip = false, failOnStale = false }: Strictness): boolean {
  return result.outcome === 'skip' ? failOnSkip && result.lacks !== UNOBSERVABLE : failOnStale && isUnexpectedPass(result);
}

/** A skip whose reason does not stand in the configuration may hide what is broken. */
function leavesOpen({ outcome, lacks, role }: RuleResult, { allowInconclusive = false }: Strictness): boolean {
  if (outcome === 'skip') return lacks === undefined && role === 'service';
  return outcome === 'error' || (outcome === 'inconclusive' && !allowInconclusive);
}

/** Of a rule that nobody can judge from outside. */
export const UNOBSERVABLE = 'cannot be seen from outside';

function reasonInShort(result: RuleResult): string | undefined {
  const { outcome, lacks } = result;
  if (isJudged(result)) return undefined;
  if (outcome === 'skip') return lacks ?? 'skipped for another reason';
  return outcome === 'error' ? 'the suite itself broke' : 'inconclusive';
}

interface Counts extends Pick<Conclusion, 'judged' | 'rules' | 'notJudged'> {
  /** Rules of the profile that say nothing of the target. */
  readonly unbound: number;
  readonly broken: readonly RuleResult[];
  /** Rules that are required and were not judged. */
  readonly missing: readonly string[];
  /** Failures that a baseline names. */
  readonly known: number;
  /** Why the run ended before its end. */
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

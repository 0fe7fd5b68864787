import { isKnownFailure } from '../model/baseline.ts';
import { causesFirst, causesOf } from '../model/causes.ts';
import { UNOBSERVABLE } from '../model/conclusion.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import { countOf, holdUps } from './hold-ups.ts';

/** Reasons for a skip that no configuration can remove. */
const settled: ReadonlySet<string | undefined> = new Set([UNOBSERVABLE, 'surface lacks operations']);

/**
 * The one thing to do next, in one line: first a missing operation, then a failed rule, then what cannot be judged. Of several, it is the one
 * that affects the most rules. Undefined if nothing is left to do.
 */
export function nextStep(result: ConformanceResult): string | undefined {
  const { rules, target } = result;
  const [most] = holdUps(result);
  if (most) return `${most.operation} (${most.status}) holds up ${rulesIn(countOf(most))}`;
  const failed = causesFirst(rules.filter((rule) => rule.outcome === 'fail' && !isKnownFailure(rule)));
  const [first] = failed;
  if (first) {
    const others = failed.filter(({ id }) => causesOf(id, [first.id]).length > 0).map(({ id }) => id);
    return `${first.id} fails${others.length === 0 ? '' : `, and perhaps ${others.join(' ')} because of it`}: see 'business-cloud-conformance explain ${first.id}'`;
  }
  const open = mostCommon(rules.filter(({ outcome }) => outcome === 'inconclusive'));
  const lacking = mostCommon(rules.filter(({ outcome, lacks }) => outcome === 'skip' && lacks !== undefined && !settled.has(lacks)));
  return open ?? (target.role === 'service' ? lacking : undefined);
}

/** The reason that most rules share. */
function mostCommon(rules: readonly RuleResult[]): string | undefined {
  const groups = [...Map.groupBy(rules, ({ lacks, reason }) => lacks ?? reason).values()];
  const [most = []] = groups.toSorted((one, other) => other.length - one.length);
  return most[0] && `${rulesIn(most.length)} cannot be judged: ${most[0].reason}`;
}

function rulesIn(count: number): string {
  return count === 1 ? '1 rule' : `${count} rules`;
}

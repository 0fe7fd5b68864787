import { isObject, memberOf, parseJson } from '../model/json.ts';

/** The entry of one rule in a JSON report. */
interface ReportedRule {
  readonly id: string;
  readonly outcome: string;
  /** Why it failed, or was not judged. */
  readonly why: string;
}

/** How the later of two runs differs from the earlier. */
export interface Comparison {
  /** Rules that fail now, and did not before. */
  readonly broken: readonly Change[];
  /** Rules that failed before, and no longer do. */
  readonly mended: readonly Change[];
  /** Rules that fail in another way. */
  readonly otherwise: readonly Change[];
  /** Rules with another outcome, which failed in neither run. */
  readonly changed: readonly Change[];
}

export interface Change {
  readonly id: string;
  readonly before: ReportedRule | undefined;
  readonly after: ReportedRule | undefined;
}

/** The rules of a JSON report. Undefined if the text is not one. */
export function reportedRules(text: string): readonly ReportedRule[] | undefined {
  const rules = memberOf(parsed(text), 'rules');
  if (!Array.isArray(rules)) return undefined;
  return rules.filter(isObject).map((rule) => ({
    id: String(memberOf(rule, 'id')),
    outcome: String(memberOf(rule, 'outcome')),
    why: String(memberOf(memberOf(rule, 'failure'), 'message') ?? memberOf(rule, 'reason') ?? ''),
  }));
}

/** What changed between two runs, for all rules of either. */
export function compareRules(before: readonly ReportedRule[], after: readonly ReportedRule[]): Comparison {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))].toSorted();
  const changes = ids.map((id): Change => {
    const of = (rules: readonly ReportedRule[]): ReportedRule | undefined => rules.find((rule) => rule.id === id);
    return { id, before: of(before), after: of(after) };
  });
  const [failed, fails] = [isFailed('before'), isFailed('after')];
  return {
    broken: changes.filter((change) => fails(change) && !failed(change)),
    mended: changes.filter((change) => failed(change) && !fails(change)),
    otherwise: changes.filter((change) => failed(change) && fails(change) && change.before?.why !== change.after?.why),
    changed: changes.filter((change) => !failed(change) && !fails(change) && change.before?.outcome !== change.after?.outcome),
  };
}

function isFailed(when: 'before' | 'after'): (change: Change) => boolean {
  return (change) => change[when]?.outcome === 'fail';
}

function parsed(text: string): ReturnType<typeof parseJson> | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

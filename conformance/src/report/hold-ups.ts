import type { OperationId } from '../generated/operations.ts';
import { type AnswerCount, isUnable } from '../model/answer-count.ts';
import { isKnownFailure } from '../model/baseline.ts';
import type { ConformanceResult } from '../model/result.ts';
import type { RuleResult } from '../model/rule-result.ts';

/** An operation that never succeeded, because it is missing or broken, and the rules that this holds up. */
export interface HoldUp {
  readonly operation: OperationId;
  readonly status: number;
  readonly failed: readonly RuleResult[];
  /** Rules that could not be judged because of it. */
  readonly open: readonly RuleResult[];
}

/** The operations that hold up rules, those with the most rules first. */
export function holdUps({ rules, answers }: Pick<ConformanceResult, 'rules' | 'answers'>): readonly HoldUp[] {
  const held = Map.groupBy(rules, (rule) => operationThatHoldsUp(rule, answers));
  const found = [...held].flatMap(([operation, ofIt]) => {
    if (operation === undefined) return [];
    const failed = ofIt.filter(({ outcome }) => outcome === 'fail');
    return [{ operation, status: statusOf(operation, answers), failed, open: ofIt.filter((rule) => !failed.includes(rule)) }];
  });
  return found.toSorted((one, other) => countOf(other) - countOf(one));
}

/** How many rules it holds up. */
export function countOf({ failed, open }: HoldUp): number {
  return failed.length + open.length;
}

/** One operation with the rules that it holds up, as a line of text. */
export function describeHoldUp({ operation, status, failed, open }: HoldUp): string {
  const ids = (rules: readonly RuleResult[]): string => rules.map(({ id }) => id).join(' ');
  const parts = [...(failed.length > 0 ? [`${ids(failed)} failed`] : []), ...(open.length > 0 ? [`${ids(open)} could not be judged`] : [])];
  return `${operation} is answered ${status}: ${parts.join('; ')}`;
}

function operationThatHoldsUp(rule: RuleResult, answers: readonly AnswerCount[]): OperationId | undefined {
  const operation = rule.outcome === 'inconclusive' ? rule.needed : judgedOperation(rule);
  const succeeded = answers.some((count) => count.operation === operation && count.status < 300);
  return succeeded ? undefined : operation;
}

/** The operation that made a rule fail, if that operation is missing or broken. */
function judgedOperation(rule: RuleResult): OperationId | undefined {
  const { failure } = rule;
  if (failure === undefined || isKnownFailure(rule)) return undefined;
  const judged = failure.exchanges.findLast(({ pinned, answer }) => pinned && answer !== undefined && isUnable(answer.status));
  return judged?.answer?.status === 501 || failure.expected.startsWith('2') ? judged?.call.operation : undefined;
}

/** The most frequent of the statuses that say so. */
function statusOf(operation: OperationId, answers: readonly AnswerCount[]): number {
  const own = answers.filter((count) => count.operation === operation && isUnable(count.status));
  return own.toSorted((one, other) => other.times - one.times)[0]?.status ?? 0;
}

import type { OperationId } from '../generated/operations.ts';
import { isKnownFailure } from '../model/baseline.ts';
import { type AnswerCount, type ConformanceResult, isUnable, type RuleResult } from '../model/result.ts';

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

/** 5xx answers by operation and status: broken operations before missing ones (501), and the most frequent first. */
export function serverErrors({ answers }: Pick<ConformanceResult, 'answers'>): readonly AnswerCount[] {
  return answers
    .filter(({ status }) => status >= 500)
    .toSorted((one, other) => Number(one.status === 501) - Number(other.status === 501) || other.times - one.times);
}

/** A title with their number. */
export function serverErrorTitle(errors: readonly AnswerCount[]): string {
  return `Answers with 5xx: ${errors.reduce((sum, { times }) => sum + times, 0)}`;
}

/** One operation and status with its first example, as a line of text. */
export function describeServerError({ operation, status, times, first: { rule, method, url } }: AnswerCount): string {
  return `${operation ?? 'other requests'} ${status}: ${times === 1 ? 'once' : `${times} times`}, first ${method} ${url} for ${rule}`;
}

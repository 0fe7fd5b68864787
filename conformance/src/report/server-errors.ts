import type { AnswerCount } from '../model/answer-count.ts';
import type { ConformanceResult } from '../model/result.ts';

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

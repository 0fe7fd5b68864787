import { LostAnswer } from '../http/lost-answer.ts';
import type { CheckContext, RunContext } from '../model/check-context.ts';
import { Coverage } from '../model/coverage.ts';
import { Inconclusive } from '../model/verdict.ts';

/** The failures after which the next check prepares it again. After any other failure, each check gets the first one. */
export type PreparedAgainAfter = 'any failure' | 'a lost answer';

interface Prepared<T> {
  readonly value: Promise<T>;
  /** What was exercised for it. */
  readonly coverage: Coverage;
  isUnderWay: boolean;
}

/** Prepares something once in a run, for the first check that needs it. Later ones wait until it is ready, while other checks go on. */
export function oncePerRun<T>(
  prepare: (context: CheckContext) => Promise<T>,
  again: PreparedAgainAfter = 'any failure',
): (context: CheckContext) => Promise<T> {
  const prepared = oncePerRunFor(() => '', prepare, again);
  return (context) => prepared(context, undefined);
}

/**
 * Prepares something once in a run for each subject. What it exercises counts for each rule that needs it.
 * @param keyOf equal for equal subjects
 */
export function oncePerRunFor<Subject, T>(
  keyOf: (subject: Subject) => string,
  prepare: (context: CheckContext, subject: Subject) => Promise<T>,
  again: PreparedAgainAfter = 'any failure',
): (context: CheckContext, subject: Subject) => Promise<T> {
  const runs = new WeakMap<RunContext, Map<string, Prepared<T>>>();
  return async (context, subject) => {
    const prepared = runs.get(context.run) ?? new Map<string, Prepared<T>>();
    runs.set(context.run, prepared);
    const key = keyOf(subject);
    const known = prepared.get(key);
    if (known === undefined) return await begin(prepared, context, key, () => prepare(context, subject), again).value;
    const value = await (known.isUnderWay ? context.rest(() => known.value) : known.value);
    context.coverage.addAll(known.coverage);
    return value;
  };
}

function begin<T>(
  prepared: Map<string, Prepared<T>>,
  context: CheckContext,
  key: string,
  prepare: () => Promise<T>,
  again: PreparedAgainAfter,
): Prepared<T> {
  const before = context.coverage.copy();
  const made: Prepared<T> = {
    value: prepare().catch((error: unknown) => rethrow(error, context)),
    coverage: new Coverage(),
    isUnderWay: true,
  };
  prepared.set(key, made);
  made.value
    .then(() => made.coverage.addAll(context.coverage.since(before)))
    .catch((error: unknown) => {
      if (again === 'any failure' || error instanceof LostAnswer) prepared.delete(key);
    })
    .finally(() => {
      made.isUnderWay = false;
    });
  return made;
}

/** Names the unanswered operation in the error, since the checks that wait have sent nothing themselves. */
function rethrow(error: unknown, { unable }: CheckContext): never {
  if (error instanceof Inconclusive) error.needed ??= unable;
  throw error;
}

import { LostAnswer } from '../http/lost-answer.ts';
import type { CheckContext } from '../model/check-context.ts';
import { Coverage } from '../model/coverage.ts';
import type { RunContext } from '../model/run-context.ts';
import { Inconclusive } from '../model/verdict.ts';

/** After which failures the next check that needs it prepares it again; all others get the failure of the first. */
export type PreparedAgainAfter = 'any failure' | 'a lost answer';

interface Prepared<T> {
  readonly value: Promise<T>;
  /** What was exercised for it. */
  readonly coverage: Coverage;
  isUnderWay: boolean;
}

/** What is prepared once in a run, by the first check that needs it. A check that needs it while it is prepared waits, and others go on meanwhile. */
export function oncePerRun<T>(
  prepare: (context: CheckContext) => Promise<T>,
  again: PreparedAgainAfter = 'any failure',
): (context: CheckContext) => Promise<T> {
  const prepared = oncePerRunFor(() => '', prepare, again);
  return (context) => prepared(context, undefined);
}

/**
 * The same, once for each subject. What was exercised for it counts for each rule that needs it.
 * @param keyOf the same for subjects that are the same
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

/** Those who wait for what was prepared sent nothing themselves: the error tells them what was not answered. */
function rethrow(error: unknown, { unable }: CheckContext): never {
  if (error instanceof Inconclusive) error.needed ??= unable;
  throw error;
}

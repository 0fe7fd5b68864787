import { LostAnswer } from '../http/driver.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { RunContext } from '../model/run-context.ts';

/** After which failures the next check that needs it prepares it again; all others get the failure of the first. */
export type PreparedAgainAfter = 'any failure' | 'a lost answer';

/** What is prepared once in a run, by the first check that needs it. A check that needs it while it is prepared waits, and others go on meanwhile. */
export function oncePerRun<T>(
  prepare: (context: CheckContext) => Promise<T>,
  again: PreparedAgainAfter = 'any failure',
): (context: CheckContext) => Promise<T> {
  const prepared = new WeakMap<RunContext, { readonly value: Promise<T>; isUnderWay: boolean }>();
  return (context) => {
    const known = prepared.get(context.run);
    if (known) return known.isUnderWay ? context.rest(() => known.value) : known.value;
    const made = { value: prepare(context), isUnderWay: true };
    prepared.set(context.run, made);
    made.value
      .catch((error: unknown) => {
        if (again === 'any failure' || error instanceof LostAnswer) prepared.delete(context.run);
      })
      .finally(() => {
        made.isUnderWay = false;
      });
    return made.value;
  };
}

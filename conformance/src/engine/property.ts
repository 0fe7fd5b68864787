import fc from 'fast-check';
import type { Cases } from '../model/judging-context.ts';
import { Failure } from '../model/verdict.ts';
import { readableCase } from './readable-case.ts';

export interface PropertyOptions<T> {
  readonly seed: number;
  readonly runs: number;
  /** The number of the property in its check, from 1. */
  readonly property?: number;
  /** The path of a failing case of an earlier run, which is tried first. */
  readonly path?: string | undefined;
  /** Which steps ran on the way to that case, if it is a history. */
  readonly replayPath?: string | undefined;
  /** Describes a case in a few words, if its values alone do not. */
  readonly told?: ((value: T) => string) | undefined;
  /** Cases that are tried first, such as the ends of a range. */
  readonly examples?: readonly T[];
}

/** The most cases that are tried after a failure, because shrinking sends real requests. */
const SHRINK_ATTEMPTS = 24;

/**
 * Runs a property over real requests, a saved case first. A Failure is shrunk to its smallest case and thrown with it.
 * Any other error of the predicate (skip, inconclusive, a lost answer) ends the property at once.
 */
export async function forAll<T>(cases: Cases<T>, predicate: (value: T) => Promise<void>, options: PropertyOptions<T>): Promise<void> {
  const drawn = (replayPath?: string): fc.Arbitrary<T> => (typeof cases === 'function' ? cases(replayPath) : cases);
  const { path, replayPath } = options;
  if (path !== undefined) await explore(drawn(replayPath), predicate, options, { path, endOnFailure: true }).catch(unlessGone);
  await explore(drawn(), predicate, options, {});
}

/** Ignores a saved case that can no longer be generated, for example by another version of the suite. */
function unlessGone(error: unknown): void {
  const gone = error instanceof Error && !(error instanceof Failure) && /^Unable to replay|replayPath/.test(error.message);
  if (!gone) throw error;
}

async function explore<T>(
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  options: PropertyOptions<T>,
  replayed: { readonly path?: string; readonly endOnFailure?: boolean },
): Promise<void> {
  let aborted: { readonly error: unknown } | undefined;
  let failures = 0;
  let sinceFailure = 0;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (aborted || sinceFailure >= SHRINK_ATTEMPTS) return;
    if (failures > 0) sinceFailure += 1;
    try {
      await predicate(value);
    } catch (error) {
      if (error instanceof Failure) {
        failures += 1;
        throw error;
      }
      if (failures === 0) aborted = { error };
    }
  });
  const details = await fc.check(property, {
    ...replayed,
    seed: options.seed,
    numRuns: options.runs + (options.examples?.length ?? 0),
    examples: (options.examples ?? []).map((example): [T] => [example]),
  });
  if (aborted) throw aborted.error;
  if (!details.failed) return;
  const error = details.errorInstance;
  if (!(error instanceof Failure)) throw error;
  const [value] = details.counterexample ?? [];
  throw new Failure(error.finding, error.evidence, {
    seed: details.seed,
    path: details.counterexamplePath ?? '',
    ...withoutReplayPath(value === undefined || options.told === undefined ? readableCase(value) : options.told(value)),
    property: options.property ?? 1,
  });
}

/** fast-check prints the replay path of a history after its steps. */
function withoutReplayPath(shown: string): { readonly counterexample: string; readonly replayPath: string | null } {
  const [whole = '', replayPath] = / ?\/\*replayPath="([^"]*)"\*\//.exec(shown) ?? [];
  return { counterexample: shown.replace(whole, ''), replayPath: replayPath ?? null };
}

/** A 32-bit seed for one property, from the run's seed and a label, so that a rule's values do not depend on which other rules run. */
export function derivedSeed(seed: number, label: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of label) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}

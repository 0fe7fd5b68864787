import fc from 'fast-check';
import type { Cases } from '../model/check-context.ts';
import { Failure } from '../model/verdict.ts';

interface PropertyOptions<T> {
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

/** How many of these cases a budget tries: all at the standard one, a share at a smaller one, at least one. */
export function room(count: number, effort: number): number {
  return Math.ceil(count * Math.min(1, effort));
}

/** Picks this many cases by the seed, and keeps their order. */
export function sample<T>(cases: readonly T[], length: number, seed: number): readonly T[] {
  if (length >= cases.length) return cases;
  const [drawn = []] = fc.sample(fc.subarray([...cases], { minLength: length, maxLength: length }), { seed, numRuns: 1 });
  return drawn;
}

/** A longer run of the same character is shown as its length. */
const LONGEST_RUN = 8;
const LONGEST_TEXT = 160;

/** A case in readable form, such as `key = "~" x 65`, without code. */
export function readableCase(value: unknown): string {
  return isPlainObject(value) && !fc.hasToStringMethod(value) ? members(value, ' = ').join(', ') : readable(value);
}

function readable(value: unknown): string {
  if (typeof value === 'string') return readableText(value);
  if (isHistory(value)) return String(value).replaceAll(',', ', then ');
  if (fc.hasToStringMethod(value)) return fc.stringify(value);
  if (Array.isArray(value)) return readableList(value);
  if (isPlainObject(value)) return `{ ${members(value, ': ').join(', ')} }`;
  return fc.stringify(value);
}

function members(value: object, between: string): readonly string[] {
  // Functions are code, which nobody wants to read.
  const shown = Object.entries(value).filter(([, member]) => typeof member !== 'function');
  return shown.map(([name, member]) => `${name}${between}${readable(member)}`);
}

function readableList(values: readonly unknown[]): string {
  const shown = values.map(readable);
  const [first = ''] = shown;
  const isOneThing = shown.length > 3 && shown.every((one) => one === first);
  return isOneThing ? `${shown.length} x ${first}` : `[${shown.join(', ')}]`;
}

/** The text in quotation marks, with the lengths of long runs and without empty parts. */
function readableText(text: string): string {
  const cut = text.length > LONGEST_TEXT && !new RegExp(`(.)\\1{${LONGEST_RUN},}`, 's').test(text);
  const whole = cut ? text.slice(0, LONGEST_TEXT) : text;
  const parts = whole.split(new RegExp(`((.)\\2{${LONGEST_RUN},})`, 'su')).filter((_part, index) => index % 3 !== 2);
  const shown = parts.flatMap((part, index) => {
    if (part === '') return [];
    const [character = ''] = part;
    return index % 2 === 1 ? [`${JSON.stringify(character)} x ${[...part].length}`] : [JSON.stringify(part)];
  });
  return `${shown.join(' + ') || '""'}${cut ? `… (${text.length} characters)` : ''}`;
}

/** A sequence of steps, which fast-check prints with commas. */
function isHistory(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

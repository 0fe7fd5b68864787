import { nearest } from './nearest.ts';

/** What one option may be. */
export interface OptionKind {
  /** In words that stand behind "must be", such as `a whole number from 1 to 10`. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** Whether it must be given. */
  readonly required?: true;
}

/** A kind for every option of the type: one that has none does not compile. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: OptionKind };

/** Options without those that are undefined. */
export type Given<Options> = { readonly [Name in keyof Options]: Exclude<Options[Name], undefined> };

/**
 * Checks the options that a caller gave, from JavaScript too, and leaves out what is undefined: that is not given.
 *
 * @param refuse makes the error of the package from one sentence, which never holds a value, since values may be secret
 * @param prefix stands before each name, such as `retry.`
 * @throws what `refuse` made: for a name that is none of them, a kind that is wrong, or a required option that is missing
 */
export function readOptions<Options extends object>(
  given: unknown,
  kinds: OptionKinds<Options>,
  refuse: (sentence: string) => Error,
  prefix = '',
): Given<Options> {
  const what = prefix === '' ? 'The options' : prefix.slice(0, -1);
  if (!isRecord(given)) throw refuse(`${what} must be an object with ${Object.keys(kinds).join(', ')}.`);
  const read = defined(given);
  for (const [name, value] of Object.entries(read)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof Options] : undefined;
    if (kind === undefined) throw refuse(unknownOption(prefix, name, Object.keys(kinds)));
    if (!kind.accepts(value)) throw refuse(`${prefix}${name} must be ${kind.expected}.`);
  }
  for (const [name, kind] of Object.entries<OptionKind>(kinds)) {
    if (kind.required && !Object.hasOwn(read, name)) throw refuse(`${prefix}${name} is missing: give ${kind.expected}.`);
  }
  // Every member was held to its kind, which stands for its type.
  return read as Given<Options>;
}

/** Options without those that are undefined: what may stand after defaults in a merge. */
export function defined<Options extends object>(given: Options): Partial<Given<Options>> {
  // Each member is what it was, or absent.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Given<Options>>;
}

function unknownOption(prefix: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const end = meant === undefined ? `The options are ${known.join(', ')}.` : `Did you mean ${prefix}${meant}?`;
  return `There is no option ${prefix}${name}. ${end}`;
}

/** The same kind, which must be given. */
export function required(kind: OptionKind): OptionKind {
  return { ...kind, required: true };
}

/** A whole number in a range, both ends included. Where the greatest is left out, any that is exact. */
export function wholeNumber(least: number, greatest: number = Number.MAX_SAFE_INTEGER): OptionKind {
  const range = greatest === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${greatest}`;
  return {
    expected: `a whole number${range}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= greatest,
  };
}

/** A number of milliseconds, `least` or more; `Infinity` only where it stands for "without end". */
export function milliseconds(least: number, end: 'finite' | 'or Infinity' = 'finite'): OptionKind {
  return {
    expected: `a number of milliseconds, ${least} or more${end === 'finite' ? '' : ', or Infinity'}`,
    accepts: (value) => typeof value === 'number' && value >= least && (Number.isFinite(value) || end === 'or Infinity'),
  };
}

/** A text that is not empty. */
export const text: OptionKind = { expected: 'a text that is not empty', accepts: (value) => typeof value === 'string' && value !== '' };

export const flag: OptionKind = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };

export const callable: OptionKind = { expected: 'a function', accepts: (value) => typeof value === 'function' };

/** An object. Where members are named, each of them must be a function: what a port or a store of a user has to have. */
export function record(...functions: readonly string[]): OptionKind {
  return {
    expected: functions.length === 0 ? 'an object' : `an object with ${functions.map((name) => `${name}()`).join(' and ')}`,
    accepts: (value) => isRecord(value) && functions.every((name) => typeof value[name] === 'function'),
  };
}

export function oneOf(...values: readonly (string | number | boolean)[]): OptionKind {
  return { expected: `one of ${values.join(', ')}`, accepts: (value) => values.some((each) => each === value) };
}

export function listOf(kind: OptionKind): OptionKind {
  return { expected: `a list, each entry ${kind.expected}`, accepts: (value) => Array.isArray(value) && value.every(kind.accepts) };
}

/** What its own reader checks, or what only its types can say. */
export const anything: OptionKind = { expected: 'a value', accepts: () => true };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

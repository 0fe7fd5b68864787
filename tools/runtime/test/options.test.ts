import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  callable,
  defined,
  flag,
  listOf,
  milliseconds,
  type OptionKinds,
  oneOf,
  readOptions,
  record,
  required,
  text,
  wholeNumber,
} from '../src/index.ts';

interface Options {
  readonly secret: string;
  readonly timeoutMs?: number | undefined;
  readonly tries?: number | undefined;
  readonly mode?: 'fast' | 'safe' | undefined;
  readonly onEvent?: (() => void) | undefined;
  readonly store?: object | undefined;
  readonly names?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
}

const KINDS: OptionKinds<Options> = {
  secret: required(text),
  timeoutMs: milliseconds(1, 'or Infinity'),
  tries: wholeNumber(1, 100),
  mode: oneOf('fast', 'safe'),
  onEvent: callable,
  store: record('load', 'save'),
  names: listOf(text),
  strict: flag,
};

const read = (given: unknown) => readOptions<Options>(given, KINDS, (sentence) => new RangeError(sentence));

describe('options', () => {
  test('leave out what is undefined', () => {
    expect(read({ secret: 's', tries: undefined, mode: 'fast' })).toStrictEqual({ secret: 's', mode: 'fast' });
  });

  test.each([
    ['NaN', { timeoutMs: Number.NaN }, 'timeoutMs must be'],
    ['a number that is a text', { timeoutMs: '5' }, 'timeoutMs must be'],
    ['a number below the range', { tries: 0 }, 'tries must be'],
    ['a fraction', { tries: 1.5 }, 'tries must be'],
    ['an endless count', { tries: Number.POSITIVE_INFINITY }, 'tries must be'],
    ['null', { tries: null }, 'tries must be'],
    ['another choice', { mode: 'quick' }, 'one of fast, safe'],
    ['no function', { onEvent: 5 }, 'a function'],
    ['an object that lacks a function', { store: { load() {} } }, 'load() and save()'],
    ['a list with another kind in it', { names: ['a', 5] }, 'names must be'],
    ['a text for true', { strict: 'yes' }, 'true or false'],
    ['a misspelt name', { trise: 3 }, 'Did you mean tries?'],
    ['a name that JavaScript has', { constructor: 3 }, 'There is no option constructor.'],
    ['a required one that is undefined', { secret: undefined }, 'secret is missing'],
  ])('refuse %s in one sentence', (_, given, words) => {
    expect(() => read({ secret: 's', ...given })).toThrow(words);
  });

  test.each([[undefined], [null], [5], [[]], ['secret']])('refuse %j in place of options', (given) => {
    expect(() => read(given)).toThrow(RangeError);
  });

  test('that are undefined do not replace defaults in a merge', () => {
    expect({ tries: 3, mode: 'safe', ...defined({ tries: undefined, mode: 'fast' }) }).toStrictEqual({ tries: 3, mode: 'fast' });
  });

  test('a refusal never holds a value', () => {
    expect(() => read({ secret: 12345 })).not.toThrow('12345');
  });

  test('a whole number is in its range or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), (value) => {
        const { accepts } = wholeNumber(-5, 5);
        expect(accepts(value)).toBe([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].includes(value));
      }),
    );
  });
});

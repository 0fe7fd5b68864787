import { expect, test } from 'vitest';
import { literal, unionAlias } from '../../src/emit/literal.ts';

test.for([
  { given: 'text', want: "'text'" },
  { given: "it's", want: `"it's"` },
  { given: `it's "so"`, want: `'it\\'s "so"'` },
  { given: 'a\nb\\c', want: "'a\\nb\\\\c'" },
  { given: { plain: 1, 'with-dash': [true, null] }, want: "{ plain: 1, 'with-dash': [true, null] }" },
  { given: {}, want: '{}' },
  { given: ['x'.repeat(80), 'y'.repeat(80)], want: `[\n  '${'x'.repeat(80)}',\n  '${'y'.repeat(80)}',\n]` },
])('$given is written as $want', ({ given, want }) => {
  expect(literal(given)).toBe(want);
});

test('what is written is read back as what was given', () => {
  const given = { 'a-b': ["it's", 'tab\t', { deep: ['long'.repeat(30), 'text'.repeat(30)] }], n: -1.5, none: null };
  expect(new Function(`return ${literal(given)}`)()).toEqual(given);
});

test('a union of nothing is never', () => {
  expect(unionAlias('Nothing', [])).toBe('export type Nothing = never;\n');
});

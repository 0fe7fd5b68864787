import { expect, test } from 'vitest';
import type { Members } from '../../src/generated/request-members.ts';
import { declaredMembers } from '../../src/pipeline/declared-members.ts';

const MEMBERS: Members = { name: true, tags: true, home: { street: true }, lines: { text: true } };

test.for([
  { given: { name: 'a', other: 1 }, want: { name: 'a' } },
  { given: { home: { street: 'b', other: {} } }, want: { home: { street: 'b' } } },
  { given: { lines: [{ text: 'c', other: 1 }, {}] }, want: { lines: [{ text: 'c' }, {}] } },
  { given: { tags: { any: [{ thing: 1 }] } }, want: { tags: { any: [{ thing: 1 }] } } },
  { given: { home: null, name: undefined }, want: { home: null, name: undefined } },
  { given: {}, want: {} },
  { given: JSON.parse('{"__proto__": {"name": "d"}, "constructor": 1}'), want: {} },
])('of $given $want is declared', ({ given, want }) => {
  expect(declaredMembers(given, MEMBERS)).toStrictEqual(want);
});

test('what the contract leaves open is taken as it is', () => {
  expect(declaredMembers({ any: 1 }, true)).toEqual({ any: 1 });
});

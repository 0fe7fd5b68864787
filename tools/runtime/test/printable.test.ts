import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../src/index.ts';

test.each([
  ['plain', 'plain'],
  ['è già così — 発 🎉', 'è già così — 発 🎉'],
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['two\r\nlines', 'two\\u000d\\u000alines'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['\ud800', '\\ud800'],
])('%j is printed as %j', (text, want) => {
  expect(printable(text, 100)).toBe(want);
});

test('a long text is cut, and says so', () => {
  expect(printable('a'.repeat(50_000), 10)).toBe('aaaaaaaaa…');
  expect(printable('a'.repeat(10), 10)).toBe('a'.repeat(10));
  expect(printable('🎉'.repeat(10), 4)).toBe('🎉…');
});

test('nothing is longer than its limit or holds a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const printed = printable(text, max);
      expect(printed.length).toBeLessThanOrEqual(max);
      expect(printed).not.toMatch(/\p{Cc}/u);
    }),
  );
});

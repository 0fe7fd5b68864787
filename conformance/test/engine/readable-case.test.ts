import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableCase } from '../../src/engine/property.ts';

const contact = { code: () => {}, [fc.toStringMethod]: () => 'contact' };

describe('a case as a person reads it', () => {
  test.for<[unknown, string]>([
    [{ id: '~'.repeat(65) }, 'id = "~" x 65'],
    ['~'.repeat(65), '"~" x 65'],
    [`a${'b'.repeat(20)}c`, '"a" + "b" x 20 + "c"'],
    ['aaa"b', '"aaa\\"b"'],
    ['', '""'],
    ['🚲'.repeat(12), '"🚲" x 12'],
    [{ creation: contact, rest: [0, 3] }, 'creation = contact, rest = [0, 3]'],
    [{ order: [true, true, true, true, true] }, 'order = 5 x true'],
    [{ url: { host: 'h', check: () => 1 } }, 'url = { host: "h" }'],
    [7, '7'],
  ])('%j is %s', ([value, text]) => {
    expect(readableCase(value)).toBe(text);
  });

  test('leaves out the most of a long text, and says how long it is', () => {
    const text = Array.from({ length: 300 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
    expect(readableCase(text)).toMatch(/^"abc.*… \(300 characters\)$/);
  });
});

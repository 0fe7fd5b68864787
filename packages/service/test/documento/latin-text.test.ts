import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLatin, latinText } from '../../src/documento/latin-text.ts';

test.each([
  { given: 'dell’olio – 5 €', want: "dell'olio - 5 EUR" },
  { given: '“così” … „no“', want: '"così" ... "no"' },
  { given: 'Łukasz Škoda', want: 'Lukasz Skoda' },
  { given: 'e\u0301', want: 'é' },
  { given: 'a\u0302\u0323', want: 'a' },
  { given: 'ﬁne™ ㎏', want: 'fineTM kg' },
  { given: 'soft\u00adhyphen\u200b', want: 'softhyphen' },
  { given: '日本', want: undefined },
  { given: 'Ω', want: undefined },
  { given: '🚲', want: undefined },
  { given: '\u0085', want: undefined },
])('D-15: $given is written $want', ({ given, want }) => {
  expect(latinText(given)).toBe(want);
});

test('D-15: what is written is in the alphabet, and is written so again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const written = latinText(text);
      expect(written === undefined || (isLatin(written) && latinText(written) === written)).toBe(true);
    }),
  );
});

import { expect, test } from 'vitest';
import { isCodiceFiscale, isPartitaIva } from '../../src/documento/tax-codes.ts';

test.each([
  { code: '01234567897', want: true },
  { code: '00465840031', want: true },
  { code: '01234567890', want: false },
  { code: '0123456789', want: false },
  { code: 'A1234567897', want: false },
])('the VAT number $code is valid: $want', ({ code, want }) => {
  expect(isPartitaIva(code)).toBe(want);
});

test.each([
  { code: 'RSSMRA80A01H501U', want: true },
  { code: 'MRALNE80E05H501C', want: true },
  // The last digit written as a letter, since somebody else has the code with the digit.
  { code: 'RSSMRA80A01H50MM', want: true },
  { code: 'RSSMRA80A01H50MJ', want: false },
  { code: 'RSSMRA80A01H501A', want: false },
  { code: 'RSSMRA80F01H501U', want: false },
  { code: '93026890017', want: true },
  { code: '93026890018', want: false },
  { code: 'RSSMRA80A01H50', want: false },
])('the tax code $code is valid: $want', ({ code, want }) => {
  expect(isCodiceFiscale(code)).toBe(want);
});

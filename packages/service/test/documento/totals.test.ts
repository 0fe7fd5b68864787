import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, parseDecimal, roundTo } from '../../src/documento/decimal.ts';
import { totalsOf } from '../../src/documento/totals.ts';

const line = { descrizione: 'x', quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' };

test.each([
  { given: '0.005', want: '0.01' },
  { given: '0.0049999', want: '0.00' },
  { given: '-0.005', want: '-0.01' },
  { given: '1.995', want: '2.00' },
  { given: '12', want: '12.00' },
  { given: '99999999999.994', want: '99999999999.99' },
])('$given rounds half up to $want', ({ given, want }) => {
  expect(formatDecimal(roundTo(parseDecimal(given), 2))).toBe(want);
});

test('a decimal reads as it was written', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), fc.nat({ max: 8 }), (units, scale) => {
      expect(parseDecimal(formatDecimal({ units, scale }))).toEqual({ units, scale });
    }),
  );
});

test('D-15: lines, sums by rate and natura, and totals are exact', () => {
  const totals = totalsOf([
    { ...line, quantita: '3', prezzoUnitario: '0.10' },
    { ...line, quantita: '0.33333333', prezzoUnitario: '100', sconto: '10.00' },
    { ...line, prezzoUnitario: '50', aliquotaIva: '0.00', natura: 'N4' },
    { ...line, prezzoUnitario: '-5.555', aliquotaIva: '4.00' },
  ]);
  expect(totals?.righe.map(({ numeroLinea, prezzoTotale }) => [numeroLinea, prezzoTotale])).toEqual([
    [1, '0.30'],
    [2, '30.00'],
    [3, '50.00'],
    [4, '-5.56'],
  ]);
  expect(totals?.riepilogo).toEqual([
    { aliquotaIva: '22.00', imponibile: '30.30', imposta: '6.67' },
    { aliquotaIva: '0.00', natura: 'N4', imponibile: '50.00', imposta: '0.00' },
    { aliquotaIva: '4.00', imponibile: '-5.56', imposta: '-0.22' },
  ]);
  expect(totals).toMatchObject({ imponibile: '74.74', imposta: '6.45', totale: '81.19' });
});

test('an amount of more than eleven digits is refused', () => {
  expect(totalsOf([{ ...line, quantita: '1', prezzoUnitario: '99999999999', aliquotaIva: '0.00' }])).toBeDefined();
  expect(totalsOf([{ ...line, quantita: '2', prezzoUnitario: '99999999999' }])).toBeUndefined();
  expect(totalsOf([{ ...line, quantita: '1', prezzoUnitario: '99999999999' }])).toBeUndefined();
});

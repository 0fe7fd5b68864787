import type { CustomerComponents } from '@business-cloud/server';
import { add, type Decimal, formatDecimal, multiply, parseDecimal, roundTo, subtract } from './decimal.ts';

type Schemas = CustomerComponents['schemas'];

/** What the service computes of a document's lines. */
export interface Totals {
  readonly righe: Schemas['Riga'][];
  readonly riepilogo: Schemas['Riepilogo'][];
  readonly imponibile: string;
  readonly imposta: string;
  readonly totale: string;
}

const CENTS = 2;
/** The largest amount that an invoice can hold: eleven digits and two decimals. */
const AMOUNT_MAX_UNITS = 10n ** 13n - 1n;
const ZERO: Decimal = { units: 0n, scale: CENTS };
const HUNDRED: Decimal = { units: 100n, scale: 0 };
const PERCENT: Decimal = { units: 1n, scale: 2 };

/** The totals of a document in exact decimals (D-15); undefined when one is larger than an invoice can hold. */
export function totalsOf(lines: readonly Schemas['RigaInput'][]): Totals | undefined {
  const prices = lines.map(linePrice);
  const sums = [...sumsByRate(lines, prices).values()].map((sum) => ({ ...sum, imposta: taxOf(sum.imponibile, sum.aliquotaIva) }));
  const imponibile = sums.reduce((total, sum) => add(total, sum.imponibile), ZERO);
  const imposta = sums.reduce((total, sum) => add(total, sum.imposta), ZERO);
  const totale = add(imponibile, imposta);
  const amounts = [...prices, ...sums.flatMap((sum) => [sum.imponibile, sum.imposta]), imponibile, imposta, totale];
  if (amounts.some(({ units }) => units > AMOUNT_MAX_UNITS || -units > AMOUNT_MAX_UNITS)) return undefined;
  return {
    righe: lines.map((line, index) => ({ ...line, numeroLinea: index + 1, prezzoTotale: formatDecimal(prices[index] ?? ZERO) })),
    riepilogo: sums.map(({ aliquotaIva, natura, imponibile, imposta }) => ({
      aliquotaIva,
      ...(natura !== undefined && { natura }),
      imponibile: formatDecimal(imponibile),
      imposta: formatDecimal(imposta),
    })),
    imponibile: formatDecimal(imponibile),
    imposta: formatDecimal(imposta),
    totale: formatDecimal(totale),
  };
}

/** Quantity times unit price less the discount, rounded to cents. */
export function linePrice({
  quantita,
  prezzoUnitario,
  sconto,
}: Pick<Schemas['RigaInput'], 'quantita' | 'prezzoUnitario' | 'sconto'>): Decimal {
  const full = multiply(parseDecimal(quantita), parseDecimal(prezzoUnitario));
  const share = multiply(subtract(HUNDRED, parseDecimal(sconto ?? '0.00')), PERCENT);
  return roundTo(multiply(full, share), CENTS);
}

interface Sum {
  readonly aliquotaIva: string;
  readonly natura: Schemas['Natura'] | undefined;
  readonly imponibile: Decimal;
}

/** One sum for each rate and natura, in the order in which they first appear. */
function sumsByRate(lines: readonly Schemas['RigaInput'][], prices: readonly Decimal[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const [index, { aliquotaIva, natura }] of lines.entries()) {
    const group = `${aliquotaIva} ${natura ?? ''}`;
    const imponibile = add(sums.get(group)?.imponibile ?? ZERO, prices[index] ?? ZERO);
    sums.set(group, { aliquotaIva, natura, imponibile });
  }
  return sums;
}

/** The tax is computed and rounded once for each rate and natura. */
export function taxOf(imponibile: Decimal, aliquotaIva: string): Decimal {
  return roundTo(multiply(multiply(imponibile, parseDecimal(aliquotaIva)), PERCENT), CENTS);
}

import type { CustomerComponents } from '@business-cloud/server';
import { type Check, refusedIf } from './check.ts';
import { type Decimal, isWithin, parseDecimal, sumOf } from './decimal.ts';
import { linePrice, taxOf } from './totals.ts';

type Schemas = CustomerComponents['schemas'];
type Riga = Schemas['Riga'];
type Rated = Pick<Riga, 'aliquotaIva' | 'natura'>;

const CENT: Decimal = { units: 1n, scale: 2 };
const EURO: Decimal = { units: 1n, scale: 0 };
/** What a rate is at least, unless it is nothing: 22.00 is meant where somebody writes 0.22. */
const RATE_MIN = 1;
const GENERIC_NATURES: ReadonlySet<string> = new Set(['N2', 'N3', 'N6']);
/** Writes days as the contract does, where the exchange system counts them. */
const ROME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' });

/** What the exchange system refuses of the document itself. */
export const documentChecks: readonly Check[] = [
  {
    code: '00400',
    message: 'A line with the rate 0.00 needs a natura.',
    refuses: ({ documento }) =>
      placesOf(documento.righe, ({ aliquotaIva, natura }) => isZero(aliquotaIva) && natura === undefined, 'natura'),
  },
  {
    code: '00401',
    message: 'A line with a rate above 0 must have no natura.',
    refuses: ({ documento }) =>
      placesOf(documento.righe, ({ aliquotaIva, natura }) => !isZero(aliquotaIva) && natura !== undefined, 'natura'),
  },
  {
    code: '00403',
    message: 'The date of an invoice must not be after the day of its issue.',
    refuses: ({ documento: { data, emessoIl } }) =>
      refusedIf(emessoIl !== null && data > ROME.format(new Date(emessoIl)), '/documento/data'),
  },
  {
    code: '00419',
    message: 'Each rate of the lines needs a sum.',
    refuses: ({ documento: { righe, riepilogo } }) =>
      refusedIf(new Set(righe.map(({ aliquotaIva }) => aliquotaIva)).size > riepilogo.length, '/documento/riepilogo'),
  },
  {
    code: '00421',
    message: 'The tax must be the rate of its sum, to the cent.',
    refuses: ({ documento: { riepilogo } }) =>
      riepilogo.flatMap(({ aliquotaIva, imponibile, imposta }, index) =>
        refusedIf(
          !isWithin(parseDecimal(imposta), taxOf(parseDecimal(imponibile), aliquotaIva), CENT),
          `/documento/riepilogo/${index}/imposta`,
        ),
      ),
  },
  {
    code: '00422',
    message: 'The sum of a rate must be the total of its lines, to the euro.',
    refuses: ({ documento: { righe, riepilogo } }) =>
      riepilogo.flatMap(({ aliquotaIva }, index) => {
        const ofRate = (one: { readonly aliquotaIva: string }): boolean => one.aliquotaIva === aliquotaIva;
        const lines = sumOf(righe.filter(ofRate).map(({ prezzoTotale }) => parseDecimal(prezzoTotale)));
        const sums = sumOf(riepilogo.filter(ofRate).map(({ imponibile }) => parseDecimal(imponibile)));
        return refusedIf(!isWithin(sums, lines, EURO), `/documento/riepilogo/${index}/imponibile`);
      }),
  },
  {
    code: '00423',
    message: 'The total of a line must be its quantity times its price, less its discount, to the cent.',
    refuses: ({ documento }) =>
      placesOf(documento.righe, (riga) => !isWithin(parseDecimal(riga.prezzoTotale), linePrice(riga), CENT), 'prezzoTotale'),
  },
  {
    code: '00424',
    message: 'A rate must be a percentage: 22.00, and not 0.22.',
    refuses: ({ documento }) =>
      placesOf(documento.righe, ({ aliquotaIva }) => !isZero(aliquotaIva) && Number(aliquotaIva) < RATE_MIN, 'aliquotaIva'),
  },
  {
    code: '00425',
    message: 'The number of an invoice must have a digit.',
    refuses: ({ documento: { numero } }) => refusedIf(numero !== null && !/[0-9]/.test(numero), '/documento/numero'),
  },
  {
    code: '00429',
    message: 'A sum with the rate 0.00 needs a natura.',
    refuses: ({ documento: { riepilogo } }) =>
      refusedIf(
        riepilogo.some(({ aliquotaIva, natura }) => isZero(aliquotaIva) && natura === undefined),
        '/documento/riepilogo',
      ),
  },
  {
    code: '00430',
    message: 'A sum with a rate above 0 must have no natura.',
    refuses: ({ documento: { riepilogo } }) =>
      refusedIf(
        riepilogo.some(({ aliquotaIva, natura }) => !isZero(aliquotaIva) && natura !== undefined),
        '/documento/riepilogo',
      ),
  },
  {
    code: '00443',
    message: 'The rates of the lines must be those of the sums.',
    refuses: ({ documento }) => refusedIf(!hasSame(documento, ({ aliquotaIva }) => aliquotaIva), '/documento/riepilogo'),
  },
  {
    code: '00444',
    message: 'The natures of the lines must be those of the sums.',
    refuses: ({ documento }) => refusedIf(!hasSame(documento, ({ natura }) => natura), '/documento/riepilogo'),
  },
  {
    code: '00445',
    message: 'A natura is a detailed one, such as N2.2: since 2021 N2, N3 and N6 alone are refused.',
    refuses: ({ documento }) => placesOf(documento.righe, ({ natura }) => natura !== undefined && GENERIC_NATURES.has(natura), 'natura'),
  },
];

/** Where in the lines a member is refused. */
function placesOf(righe: readonly Riga[], isRefused: (riga: Riga) => boolean, member: keyof Riga): readonly string[] {
  return righe.flatMap((riga, index) => refusedIf(isRefused(riga), `/documento/righe/${index}/${member}`));
}

function hasSame(
  { righe, riepilogo }: Pick<Schemas['Documento'], 'righe' | 'riepilogo'>,
  value: (one: Rated) => string | undefined,
): boolean {
  const [lines, sums] = [new Set(righe.map(value)), new Set(riepilogo.map(value))];
  return lines.size === sums.size && [...lines].every((one) => sums.has(one));
}

function isZero(rate: string): boolean {
  return Number(rate) === 0;
}

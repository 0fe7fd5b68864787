import { expect, test } from 'vitest';
import { exchangeChecks } from '../../src/documento/exchange-checks.ts';
import { formatChecks } from '../../src/documento/format-checks.ts';
import { parseInvoice } from '../../src/documento/invoice.ts';
import type { InvoiceParts } from '../../src/documento/invoice-parts.ts';
import { totalsOf } from '../../src/documento/totals.ts';

type Azienda = InvoiceParts['azienda'];
type Anagrafica = InvoiceParts['anagrafica'];
type Documento = InvoiceParts['documento'];
type Riga = Documento['righe'][number];
type Riepilogo = Documento['riepilogo'][number];

const sede = { indirizzo: 'Via Po', cap: '10124', comune: 'Torino', provincia: 'TO', nazione: 'IT' };
const abroad = { indirizzo: 'Straße 1', cap: '00000', comune: 'Köln', nazione: 'DE' };
const it = (codice: string) => ({ paese: 'IT', codice });
const de = (codice: string) => ({ paese: 'DE', codice });
const righe = [{ descrizione: 'Viti', quantita: '3', prezzoUnitario: '9.99', sconto: '10.00', aliquotaIva: '22.00' }];
const free = { descrizione: 'Trasporto', quantita: '1', prezzoUnitario: '100', aliquotaIva: '0.00', natura: 'N2.2' as const };

const good: InvoiceParts = {
  azienda: { id: 1, nome: 'Aurora', idFiscaleIva: it('01234567897'), codiceFiscale: '01234567897', regimeFiscale: 'RF01', sede },
  anagrafica: { nome: 'Boreale', idFiscaleIva: it('09876543217'), sede },
  documento: documentOf(righe),
};

function documentOf(lines: Parameters<typeof totalsOf>[0]): Documento {
  const totals = totalsOf(lines);
  if (totals === undefined) throw new Error('The lines are too large.');
  const emessoIl = '2026-03-01T12:00:00.000Z';
  return { ...totals, tipo: 'TD01', data: '2026-03-01', numero: '7', divisa: 'EUR', anagraficaId: 1, stato: 'emesso', emessoIl };
}

const seller = (change: Partial<Azienda>): InvoiceParts => ({ ...good, azienda: { ...good.azienda, ...change } });
const buyer = (change: Partial<Anagrafica>): InvoiceParts => ({ ...good, anagrafica: { ...good.anagrafica, ...change } });
const person = (change: Partial<Anagrafica>): InvoiceParts => ({ ...good, anagrafica: { nome: 'Ada', cognome: 'Rossi', sede, ...change } });
const document = (change: Partial<Documento>): InvoiceParts => ({ ...good, documento: { ...good.documento, ...change } });
const lines = (...given: Parameters<typeof totalsOf>[0][number][]): InvoiceParts => ({ ...good, documento: documentOf(given) });
/** As a file from elsewhere could say it: no document of ours has such lines or sums. */
const line = (change: object): InvoiceParts => document({ righe: good.documento.righe.map((one) => ({ ...one, ...change }) as Riga) });
const sum = (change: object): InvoiceParts =>
  document({ riepilogo: good.documento.riepilogo.map((one) => ({ ...one, ...change }) as Riepilogo) });

function without<Value extends object, Name extends keyof Value>(value: Value, name: Name): Omit<Value, Name> {
  const { [name]: _, ...rest } = value;
  return rest;
}

interface Case {
  readonly code: string;
  readonly what: string;
  readonly refused: InvoiceParts;
  readonly pointer: string;
  readonly accepted: InvoiceParts;
}

const cases: readonly Case[] = [
  {
    code: '00200',
    what: 'a seller without a tax regime',
    refused: { ...good, azienda: without(good.azienda, 'regimeFiscale') },
    pointer: '/azienda/regimeFiscale',
    accepted: seller({ regimeFiscale: 'RF19' }),
  },
  {
    code: '00200',
    what: 'a buyer without an address',
    refused: { ...good, anagrafica: without(good.anagrafica, 'sede') },
    pointer: '/anagrafica/sede',
    accepted: buyer({ sede: without(sede, 'provincia') }),
  },
  {
    code: '00200',
    what: 'a character without a substitute',
    refused: buyer({ nome: '日本' }),
    pointer: '/anagrafica/nome',
    accepted: buyer({ nome: 'Škoda – “Œuvre” €' }),
  },
  {
    code: '00200',
    what: 'a text that grows too long',
    refused: document({ causale: '€'.repeat(67) }),
    pointer: '/documento/causale',
    accepted: document({ causale: '€'.repeat(66) }),
  },
  {
    code: '00200',
    what: 'a text that nothing is left of',
    refused: line({ descrizione: '\u200b' }),
    pointer: '/documento/righe/0/descrizione',
    accepted: line({ descrizione: '\u200b.' }),
  },
  {
    code: '00200',
    what: 'a first name of a company’s length',
    refused: person({ nome: 'A'.repeat(61), codiceFiscale: 'RSSMRA80A01H501U' }),
    pointer: '/anagrafica/nome',
    accepted: buyer({ nome: 'A'.repeat(80) }),
  },
  {
    code: '00200',
    what: 'a mail address without a domain',
    refused: buyer({ pec: 'ada@example' }),
    pointer: '/anagrafica/pec',
    accepted: buyer({ pec: 'ada@pec.example' }),
  },
  {
    code: '00200',
    what: 'a date before 1970',
    refused: document({ data: '1969-12-31' }),
    pointer: '/documento/data',
    accepted: document({ data: '1970-01-01' }),
  },
  {
    code: '00200',
    what: 'a payment in the year 0',
    refused: document({ pagamento: { condizioni: 'TP02', modalita: 'MP05', scadenza: '0000-12-31' } }),
    pointer: '/documento/pagamento/scadenza',
    accepted: document({ pagamento: { condizioni: 'TP02', modalita: 'MP05' } }),
  },
  {
    code: '00300',
    what: 'a sole trader who sends by no valid tax code',
    refused: seller({ codiceFiscale: 'RSSMRA80A01H501X' }),
    pointer: '/azienda/codiceFiscale',
    accepted: seller({ codiceFiscale: 'RSSMRA80A01H501U' }),
  },
  {
    code: '00301',
    what: 'a seller’s VAT number with a wrong digit',
    refused: seller({ idFiscaleIva: it('01234567890') }),
    pointer: '/azienda/idFiscaleIva/codice',
    accepted: seller({ idFiscaleIva: it('12345678903') }),
  },
  {
    code: '00302',
    what: 'a seller’s tax code with a wrong letter',
    refused: seller({ codiceFiscale: 'RSSMRA80A01H501V' }),
    pointer: '/azienda/codiceFiscale',
    accepted: seller({ codiceFiscale: '12345678903' }),
  },
  {
    code: '00305',
    what: 'a buyer’s VAT number with a wrong digit',
    refused: buyer({ idFiscaleIva: it('09876543210') }),
    pointer: '/anagrafica/idFiscaleIva/codice',
    accepted: buyer({ idFiscaleIva: de('1'), sede: abroad }),
  },
  {
    code: '00306',
    what: 'a buyer’s tax code with a wrong letter',
    refused: person({ codiceFiscale: 'RSSMRA80A01H501A' }),
    pointer: '/anagrafica/codiceFiscale',
    accepted: person({ codiceFiscale: 'RSSMRA80A01H50MM' }),
  },
  {
    code: '00313',
    what: 'the code for buyers abroad, for one in Italy',
    refused: buyer({ codiceDestinatario: 'XXXXXXX' }),
    pointer: '/anagrafica/codiceDestinatario',
    accepted: buyer({ codiceDestinatario: 'XXXXXXX', idFiscaleIva: de('123456789'), sede: abroad }),
  },
  {
    code: '00400',
    what: 'a rate of nothing without a natura',
    refused: line({ aliquotaIva: '0.00' }),
    pointer: '/documento/righe/0/natura',
    accepted: lines(free),
  },
  {
    code: '00401',
    what: 'a rate with a natura',
    refused: line({ natura: 'N4' }),
    pointer: '/documento/righe/0/natura',
    accepted: lines(...righe, free),
  },
  {
    code: '00403',
    what: 'a date after the day of issue',
    refused: document({ data: '2026-03-02' }),
    pointer: '/documento/data',
    accepted: document({ data: '2026-03-02', emessoIl: '2026-03-01T23:00:00.000Z' }),
  },
  {
    code: '00417',
    what: 'a buyer without any number',
    refused: person({}),
    pointer: '/anagrafica/idFiscaleIva',
    accepted: person({ codiceFiscale: 'RSSMRA80A01H501U' }),
  },
  {
    code: '00419',
    what: 'a rate without its sum',
    refused: document({ righe: documentOf([...righe, free]).righe }),
    pointer: '/documento/riepilogo',
    accepted: lines(...righe, free),
  },
  {
    code: '00421',
    what: 'a tax that is two cents off',
    refused: sum({ imposta: '5.95' }),
    pointer: '/documento/riepilogo/0/imposta',
    accepted: sum({ imposta: '5.94' }),
  },
  {
    code: '00422',
    what: 'a sum that is more than a euro off',
    refused: sum({ imponibile: '27.98', imposta: '6.16' }),
    pointer: '/documento/riepilogo/0/imponibile',
    accepted: sum({ imponibile: '27.97', imposta: '6.15' }),
  },
  {
    code: '00423',
    what: 'a line that is two cents off',
    refused: line({ prezzoTotale: '26.99' }),
    pointer: '/documento/righe/0/prezzoTotale',
    accepted: line({ prezzoTotale: '26.98' }),
  },
  {
    code: '00424',
    what: 'a rate that is no percentage',
    refused: lines({ ...without(free, 'natura'), aliquotaIva: '0.22' }),
    pointer: '/documento/righe/0/aliquotaIva',
    accepted: lines({ ...without(free, 'natura'), aliquotaIva: '1.00' }),
  },
  {
    code: '00425',
    what: 'a number without a digit',
    refused: document({ numero: 'A' }),
    pointer: '/documento/numero',
    accepted: document({ numero: 'A/1' }),
  },
  {
    code: '00427',
    what: 'the code of a public office',
    refused: buyer({ codiceDestinatario: 'ABC123' }),
    pointer: '/anagrafica/codiceDestinatario',
    accepted: buyer({ codiceDestinatario: 'ABC1234' }),
  },
  {
    code: '00429',
    what: 'a sum without rate and natura',
    refused: sum({ aliquotaIva: '0.00', imposta: '0.00' }),
    pointer: '/documento/riepilogo',
    accepted: lines(free),
  },
  {
    code: '00430',
    what: 'a sum with rate and natura',
    refused: sum({ natura: 'N4' }),
    pointer: '/documento/riepilogo',
    accepted: lines(...righe, free),
  },
  {
    code: '00443',
    what: 'another rate in the sums',
    refused: sum({ aliquotaIva: '10.00' }),
    pointer: '/documento/riepilogo',
    accepted: lines(...righe, { ...without(free, 'natura'), aliquotaIva: '10.00' }),
  },
  {
    code: '00444',
    what: 'another natura in the sums',
    refused: { ...good, documento: { ...documentOf([free]), riepilogo: documentOf([{ ...free, natura: 'N4' }]).riepilogo } },
    pointer: '/documento/riepilogo',
    accepted: lines(free, { ...free, natura: 'N4' }),
  },
  {
    code: '00445',
    what: 'a natura that says too little',
    refused: line({ aliquotaIva: '0.00', natura: 'N2' }),
    pointer: '/documento/righe/0/natura',
    accepted: lines({ ...free, natura: 'N1' }),
  },
  {
    code: '00471',
    what: 'a seller who invoices himself',
    refused: buyer({ idFiscaleIva: it('01234567897') }),
    pointer: '/anagrafica',
    accepted: { ...buyer({ idFiscaleIva: it('01234567897') }), documento: { ...good.documento, tipo: 'TD04' } },
  },
  {
    code: '00471',
    what: 'a seller who invoices himself by his tax code',
    refused: person({ codiceFiscale: '01234567897' }),
    pointer: '/anagrafica',
    accepted: person({ codiceFiscale: '09876543217' }),
  },
  {
    code: '00476',
    what: 'two parties abroad',
    refused: { ...seller({ idFiscaleIva: de('1'), sede: abroad }), anagrafica: { nome: 'B', idFiscaleIva: de('2'), sede: abroad } },
    pointer: '/anagrafica/idFiscaleIva/paese',
    accepted: seller({ idFiscaleIva: de('1'), sede: abroad }),
  },
  {
    code: 'D-15',
    what: 'an Italian address with the post code of all abroad',
    refused: buyer({ sede: { ...sede, cap: '00000' } }),
    pointer: '/anagrafica/sede/cap',
    accepted: buyer({ sede: abroad, idFiscaleIva: de('1') }),
  },
];

test.for(cases.map((one) => [one.code, one.what, one] as const))(
  '%s: %s is refused, and what is right is not',
  ([code, , { refused, accepted, pointer }]) => {
    const problems = parseInvoice(refused);
    expect(problems).toContainEqual({ in: 'object', pointer, detail: expect.stringContaining(`(${code})`) });
    expect(parseInvoice(accepted)).toHaveProperty('documento');
  },
);

test('every check has its cases', () => {
  const tried = new Set(cases.map(({ code }) => code));
  expect([...new Set([...formatChecks, ...exchangeChecks].map(({ code }) => code))].filter((code) => !tried.has(code))).toEqual([]);
});

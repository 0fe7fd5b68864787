import type { InvoiceParts } from '../../src/documento/invoice-parts.ts';

type Azienda = Omit<InvoiceParts['azienda'], 'id'>;

/** A public example of the format: what it says, and what must come out of it. */
export interface PublicInvoice {
  /** Where it is published. */
  readonly source: string;
  readonly seller: Azienda;
  readonly buyer: InvoiceParts['anagrafica'];
  readonly documento: object;
  readonly sender: string;
  readonly destination: string;
  /** Rate, natura, taxable amount and tax of each sum. */
  readonly sums: readonly (readonly [aliquotaIva: string, natura: string | undefined, imponibile: string, imposta: string])[];
  readonly totale: string;
}

const it = (codice: string) => ({ paese: 'IT', codice });

// The check digits of three numbers of the official examples and of one other are wrong; here they are right: 01234567897 is 01234567890 there,
// 09876543217 is 09876543210, and 01401234560 is 01401234567.
const alpha: Azienda = {
  nome: "SOCIETA' ALPHA SRL",
  idFiscaleIva: it('01234567897'),
  regimeFiscale: 'RF01',
  sede: { indirizzo: 'VIALE ROMA 543', cap: '07100', comune: 'SASSARI', provincia: 'SS', nazione: 'IT' },
};
const beta = {
  nome: 'BETA GAMMA',
  codiceFiscale: '09876543217',
  sede: { indirizzo: 'VIA TORINO 38-B', cap: '00145', comune: 'ROMA', provincia: 'RM', nazione: 'IT' },
};
const services: Azienda = {
  nome: 'MªF. Services',
  idFiscaleIva: it('12345678903'),
  regimeFiscale: 'RF02',
  sede: { indirizzo: 'VIALE DELLA LIBERTÀ', numeroCivico: '1', cap: '00100', comune: 'ROMA', provincia: 'RM', nazione: 'IT' },
};
const leoni = {
  nome: 'MARIO LEONI',
  idFiscaleIva: it('09876543217'),
  sede: { indirizzo: 'VIALE DELI LAVORATORI', numeroCivico: '32', cap: '50100', comune: 'FIRENZE', provincia: 'FI', nazione: 'IT' },
  codiceDestinatario: 'ABCDEF1',
};
const testStreet = { indirizzo: '1234 Test Street', cap: '12345', comune: 'Prova', nazione: 'IT' };
const company2: Azienda = {
  nome: 'company_2_data',
  idFiscaleIva: it('01234560157'),
  codiceFiscale: '01234560157',
  regimeFiscale: 'RF01',
  sede: testStreet,
};
const alessi = {
  nome: 'Alessi',
  idFiscaleIva: it('00465840031'),
  codiceFiscale: '93026890017',
  sede: { indirizzo: 'Via Privata Alessi 6', cap: '28887', comune: 'Milan', nazione: 'IT' },
};

const line = (descrizione: string, quantita: string, prezzoUnitario: string, aliquotaIva = '22.00', more: object = {}) => ({
  ...{ descrizione, quantita, prezzoUnitario, aliquotaIva },
  ...more,
});
const transfer = (scadenza: string) => ({ condizioni: 'TP02', modalita: 'MP05', scadenza });
const CAUSALE = 'LA FATTURA FA RIFERIMENTO AD UNA OPERAZIONE AAAA BBBBBBBBBBBBBBBBBB CCC DDDDDDDDDDDDDDD E';

/**
 * Left out is what the contract has not: orders, contracts, transport, lots and attachments, when VAT falls due, the second `Causale`, and
 * `RiferimentoNormativo`. A line without quantity has the quantity 1 here.
 */
export const publicInvoices: readonly PublicInvoice[] = [
  {
    source: 'fatturapa.gov.it: IT01234567890_FPR01.xml',
    seller: { ...alpha, regimeFiscale: 'RF19' },
    buyer: { ...beta, nome: 'DITTA BETA', codiceDestinatario: 'ABC1234' },
    documento: {
      ...{ data: '2014-12-18', numero: '123', causale: CAUSALE },
      pagamento: { condizioni: 'TP01', modalita: 'MP01', scadenza: '2015-01-30' },
      righe: [line('DESCRIZIONE DELLA FORNITURA', '5.00', '1.00')],
    },
    sender: 'IT01234567897',
    destination: 'ABC1234',
    sums: [['22.00', undefined, '5.00', '1.10']],
    totale: '6.10',
  },
  {
    source: 'fatturapa.gov.it: IT01234567890_FPR02.xml',
    seller: alpha,
    buyer: { ...beta, codiceDestinatario: '0000000', pec: 'betagamma@pec.it' },
    documento: {
      ...{ data: '2014-12-18', numero: '123', causale: CAUSALE },
      pagamento: { condizioni: 'TP01', modalita: 'MP01', scadenza: '2015-01-30' },
      righe: [
        line("LA DESCRIZIONE DELLA FORNITURA PUO' SUPERARE I CENTO CARATTERI", '5.00', '1.00'),
        line('FORNITURE VARIE PER UFFICIO', '10.00', '2.00'),
      ],
    },
    sender: 'IT01234567897',
    destination: '0000000 betagamma@pec.it',
    sums: [['22.00', undefined, '25.00', '5.50']],
    totale: '30.50',
  },
  {
    source: 'fatturapa.gov.it: IT01234567890_FPR03.xml, its second invoice (the first one adds 25.00 up to 27.00)',
    seller: alpha,
    buyer: { ...beta, codiceDestinatario: 'ABC1234' },
    documento: {
      ...{ data: '2014-12-20', numero: '456', causale: CAUSALE },
      pagamento: { condizioni: 'TP01', modalita: 'MP19', scadenza: '2015-01-28' },
      righe: [line('PRESTAZIONE DEL SEGUENTE SERVIZIO PROFESSIONALE', '1', '2000.00')],
    },
    sender: 'IT01234567897',
    destination: 'ABC1234',
    sums: [['22.00', undefined, '2000.00', '440.00']],
    totale: '2440.00',
  },
  {
    source: 'fatturaelettronicaphp/FatturaElettronica: ESEMPIO TD24.xml (its intermediary is left out)',
    seller: {
      nome: 'ACME SRL',
      idFiscaleIva: it('03012345678'),
      codiceFiscale: '03012345678',
      regimeFiscale: 'RF01',
      sede: { indirizzo: 'Via Bianchi, 10', cap: '10121', comune: 'Torino', provincia: 'TO', nazione: 'IT' },
    },
    buyer: {
      nome: 'AZIENDA PROVA & C. SNS DI PROVA TEST',
      idFiscaleIva: it('01401234560'),
      codiceFiscale: '01401234560',
      sede: { indirizzo: 'Via Test di test, 5', cap: '10125', comune: 'TORINO', provincia: 'TO', nazione: 'IT' },
      codiceDestinatario: 'M5UXCR1',
    },
    documento: {
      ...{ tipo: 'TD24', data: '2021-02-24', numero: '90', pagamento: transfer('2021-04-30') },
      righe: [
        line('** Rif. Doc. di trasporto 1234 del 17/02/2021:', '1', '0.00', '10.00'),
        line('PRODOTTO DI PROVA KG. 10 CAT. 1 -- COLLI 52', '520.00', '2.90', '4.00', { unitaMisura: 'kg' }),
        line('ALTRO PRODOTTO DI PROVA KG.20 -- COLLI 3', '60.00', '6.80', '4.00', { unitaMisura: 'kg' }),
        line('PRODOTTO PESABILE IN CHILOGRAMMI', '68.04', '13.40', '4.00', { unitaMisura: 'kg' }),
        line('PROVA PROVA PROVA AAA BBBB CCC DDDD', '20.00', '9.00', '4.00', { unitaMisura: 'kg' }),
        line('TEST TEST AAAAA 123456789 AAA BBBB', '16.00', '4.90', '10.00', { unitaMisura: 'kg' }),
      ],
    },
    sender: 'IT03012345678',
    destination: 'M5UXCR1',
    sums: [
      ['10.00', undefined, '78.40', '7.84'],
      ['4.00', undefined, '3007.74', '120.31'],
    ],
    totale: '3214.29',
  },
  {
    source: 'invopop/gobl.fatturapa: invoice-despatch.xml',
    seller: {
      nome: 'Mattoni & Cementi S.r.l.',
      idFiscaleIva: it('12345678903'),
      regimeFiscale: 'RF01',
      sede: { indirizzo: 'Via dei Mattoni', numeroCivico: '102', cap: '90100', comune: 'Palermo', provincia: 'PA', nazione: 'IT' },
    },
    buyer: {
      nome: 'Edilizia Firenze S.r.l.',
      idFiscaleIva: it('13029381004'),
      sede: { indirizzo: 'Via dei Cantieri', numeroCivico: '23', cap: '50100', comune: 'Firenze', provincia: 'FI', nazione: 'IT' },
      codiceDestinatario: 'M5UXCR5',
    },
    documento: {
      ...{ tipo: 'TD24', data: '2025-08-21', numero: 'SAMPLE-002' },
      righe: [line('Mattoni Rossi', '1000.00', '0.50'), line('Sacchi di Cemento 25kg', '50.00', '6.00')],
    },
    sender: 'IT12345678903',
    destination: 'M5UXCR5',
    sums: [['22.00', undefined, '800.00', '176.00']],
    totale: '976.00',
  },
  {
    source: 'invopop/gobl.fatturapa: invoice-services-period.xml (its periods are left out)',
    seller: services,
    buyer: leoni,
    documento: {
      ...{ tipo: 'TD06', data: '2023-03-02', numero: 'SAMPLE-001', pagamento: { condizioni: 'TP02', modalita: 'MP08' } },
      righe: [
        line('Development services', '20.00', '90.00', '22.00', { unitaMisura: 'h' }),
        line('Consulting services', '1.00', '500.00', '22.00', { unitaMisura: 'h' }),
      ],
    },
    sender: 'IT12345678903',
    destination: 'ABCDEF1',
    sums: [['22.00', undefined, '2300.00', '506.00']],
    totale: '2806.00',
  },
  {
    source: 'invopop/gobl.fatturapa: invoice-zero-price.xml',
    seller: services,
    buyer: leoni,
    documento: {
      ...{ data: '2023-03-02', numero: 'SAMPLE-002', pagamento: { condizioni: 'TP02', modalita: 'MP08' } },
      righe: [line('Paid service', '2.00', '50.00'), line('Free item', '1', '0.00')],
    },
    sender: 'IT12345678903',
    destination: 'ABCDEF1',
    sums: [['22.00', undefined, '100.00', '22.00']],
    totale: '122.00',
  },
  {
    source: 'invopop/gobl.fatturapa: invoice-reverse-charge.xml',
    seller: {
      nome: 'Tech Solutions S.r.l.',
      idFiscaleIva: it('12345678903'),
      regimeFiscale: 'RF01',
      sede: { indirizzo: 'Via Roma', numeroCivico: '15', cap: '20100', comune: 'Milano', provincia: 'MI', nazione: 'IT' },
    },
    buyer: {
      nome: 'Acme GmbH',
      idFiscaleIva: { paese: 'DE', codice: '111111125' },
      sede: { indirizzo: 'Friedrichstrasse', numeroCivico: '10', cap: '00000', comune: 'Berlin', nazione: 'DE' },
    },
    documento: {
      ...{ data: '2024-02-15', numero: 'SAMPLE-010' },
      pagamento: { condizioni: 'TP02', modalita: 'MP05', iban: 'IT60X0542811101000000123456' },
      righe: [
        line('Development services', '20.00', '90.00', '0.00', { unitaMisura: 'h', natura: 'N2.1' }),
        line('Consulting services', '1.00', '500.00', '0.00', { unitaMisura: 'h', natura: 'N2.1' }),
      ],
    },
    sender: 'IT12345678903',
    destination: 'XXXXXXX',
    sums: [['0.00', 'N2.1', '2300.00', '0.00']],
    totale: '2300.00',
  },
  {
    source: 'odoo/odoo, l10n_it_edi: invoice_vat_not_equals_codice.xml',
    seller: { ...company2, idFiscaleIva: it('01698911003'), codiceFiscale: '07149930583' },
    buyer: alessi,
    documento: {
      ...{ data: '2022-03-24', numero: 'INV/2022/00001', pagamento: transfer('2022-03-24') },
      righe: [line('line1', '1.00', '800.400000')],
    },
    sender: 'IT07149930583',
    destination: '0000000',
    sums: [['22.00', undefined, '800.40', '176.09']],
    totale: '976.49',
  },
  {
    source: 'odoo/odoo, l10n_it_edi: invoice_partially_discounted.xml',
    seller: company2,
    buyer: alessi,
    documento: {
      ...{ data: '2022-03-24', numero: 'INV/2022/00001', pagamento: transfer('2022-03-24') },
      righe: [
        line('no discount', '1.00', '800.40000000'),
        line('special discount', '1.00', '800.40000000', '22.00', { sconto: '50.00' }),
        line("an offer you can't refuse", '1.00', '800.40000000', '22.00', { sconto: '100.00' }),
      ],
    },
    sender: 'IT01234560157',
    destination: '0000000',
    sums: [['22.00', undefined, '1200.60', '264.13']],
    totale: '1464.73',
  },
  {
    source: 'odoo/odoo, l10n_it_edi: invoice_external_reverse_charge.xml (its number is ours)',
    seller: company2,
    buyer: {
      nome: 'Alessi',
      idFiscaleIva: { paese: 'FR', codice: '15437982937' },
      sede: { indirizzo: 'Avenue Test rue', cap: '00000', comune: 'Avignon', nazione: 'FR' },
    },
    documento: {
      ...{ data: '2022-03-24', numero: 'INV/2022/00002', pagamento: transfer('2022-03-24') },
      righe: [
        line('Product A', '1.00', '800.40000000', '0.00', { natura: 'N1' }),
        line('Product B', '1.00', '800.40000000', '0.00', { natura: 'N1' }),
      ],
    },
    sender: 'IT01234560157',
    destination: 'XXXXXXX',
    sums: [['0.00', 'N1', '1600.80', '0.00']],
    totale: '1600.80',
  },
  {
    source: 'odoo/odoo, l10n_it_edi: invoice_decimal_precision_product.xml',
    seller: company2,
    buyer: alessi,
    documento: {
      ...{ data: '2022-03-24', numero: 'INV/2022/00003', pagamento: transfer('2022-03-24') },
      righe: [line('standard_line', '10.00', '3.15600000')],
    },
    sender: 'IT01234560157',
    destination: '0000000',
    sums: [['22.00', undefined, '31.56', '6.94']],
    totale: '38.50',
  },
  {
    source: 'odoo/odoo, l10n_it_edi: it_edi_debit_note.xml',
    seller: company2,
    buyer: alessi,
    documento: {
      ...{ tipo: 'TD05', data: '2022-03-25', numero: 'DN/2022/00001', pagamento: transfer('2022-03-25') },
      righe: [line('Debit Note Adjustment', '1.00', '100.00000000')],
    },
    sender: 'IT01234560157',
    destination: '0000000',
    sums: [['22.00', undefined, '100.00', '22.00']],
    totale: '122.00',
  },
];

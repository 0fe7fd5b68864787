import type { CustomerComponents } from '@business-cloud/server';
import { DESCRIZIONE_LENGTH_MAX, LINE_LENGTH_MAX, NOME_LENGTH_MAX } from '../generated/limits.ts';
import { type Check, refusedIf } from './check.ts';
import type { InvoiceParts } from './invoice-parts.ts';
import { isLatin } from './latin-text.ts';

type Indirizzo = CustomerComponents['schemas']['Indirizzo'];

const CAUSALE_LENGTH_MAX = 200;
const DATA_MIN = '1970-01-01';
const SCADENZA_MIN = '0001-01-01';

/** What the published schema of FatturaPA asks for, as far as the contract does not. */
export const formatChecks: readonly Check[] = [
  {
    code: '00200',
    message: 'An invoice needs it.',
    refuses: ({ azienda: { idFiscaleIva, regimeFiscale, sede }, anagrafica, documento }) => [
      ...refusedIf(idFiscaleIva === undefined, '/azienda/idFiscaleIva'),
      ...refusedIf(regimeFiscale === undefined, '/azienda/regimeFiscale'),
      ...refusedIf(sede === undefined, '/azienda/sede'),
      ...refusedIf(anagrafica.sede === undefined, '/anagrafica/sede'),
      ...refusedIf(documento.numero === null, '/documento/numero'),
    ],
  },
  {
    code: '00417',
    message: 'An invoice needs idFiscaleIva or codiceFiscale of its buyer.',
    refuses: ({ anagrafica: { idFiscaleIva, codiceFiscale } }) =>
      refusedIf(idFiscaleIva === undefined && codiceFiscale === undefined, '/anagrafica/idFiscaleIva'),
  },
  {
    code: '00200',
    message: 'It holds a character that an invoice cannot hold and that has no substitute in Latin-1.',
    refuses: (invoice) => textsOf(invoice).flatMap(({ pointer, text }) => refusedIf(!isLatin(text), pointer)),
  },
  {
    code: '00200',
    message: 'It is longer than an invoice can hold, or has no character that an invoice can hold.',
    refuses: (invoice) =>
      textsOf(invoice).flatMap(({ pointer, text, lengthMax }) => refusedIf(text === '' || [...text].length > lengthMax, pointer)),
  },
  {
    code: '00200',
    message: 'A certified mail address must have a domain with a point.',
    refuses: ({ anagrafica: { pec } }) => refusedIf(pec !== undefined && !isMailAddress(pec), '/anagrafica/pec'),
  },
  {
    code: '00200',
    message: `The date of an invoice must not be before ${DATA_MIN}.`,
    refuses: ({ documento: { data } }) => refusedIf(data < DATA_MIN, '/documento/data'),
  },
  {
    code: '00200',
    message: 'An invoice cannot have the year 0.',
    refuses: ({ documento: { pagamento } }) =>
      refusedIf(pagamento?.scadenza !== undefined && pagamento.scadenza < SCADENZA_MIN, '/documento/pagamento/scadenza'),
  },
];

interface Text {
  readonly pointer: string;
  readonly text: string;
  readonly lengthMax: number;
}

function textsOf({ azienda, anagrafica, documento }: InvoiceParts): readonly Text[] {
  const { nome, cognome } = anagrafica;
  return [
    ...textIn('/azienda/nome', azienda.nome, NOME_LENGTH_MAX),
    ...textsIn('/azienda/sede', azienda.sede),
    // A first name is shorter than the name of a company.
    ...textIn('/anagrafica/nome', nome, cognome === undefined ? NOME_LENGTH_MAX : LINE_LENGTH_MAX),
    ...textIn('/anagrafica/cognome', cognome, LINE_LENGTH_MAX),
    ...textsIn('/anagrafica/sede', anagrafica.sede),
    ...textIn('/documento/causale', documento.causale, CAUSALE_LENGTH_MAX),
    ...documento.righe.flatMap(({ descrizione }, index) =>
      textIn(`/documento/righe/${index}/descrizione`, descrizione, DESCRIZIONE_LENGTH_MAX),
    ),
  ];
}

function textsIn(pointer: string, sede: Indirizzo | undefined): readonly Text[] {
  return [
    ...textIn(`${pointer}/indirizzo`, sede?.indirizzo, LINE_LENGTH_MAX),
    ...textIn(`${pointer}/comune`, sede?.comune, LINE_LENGTH_MAX),
  ];
}

function textIn(pointer: string, text: string | undefined, lengthMax: number): readonly Text[] {
  return text === undefined ? [] : [{ pointer, text, lengthMax }];
}

/** FatturaPA's `.+@.+[.]+.+`, on one line. */
function isMailAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  const lastPoint = text.lastIndexOf('.', text.length - 2);
  return at > 0 && lastPoint > at + 1 && /^.*$/.test(text);
}

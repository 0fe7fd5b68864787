import type { CustomerComponents } from '@business-cloud/server';
import { type Check, refusedIf } from './check.ts';
import { isCodiceFiscale, isPartitaIva } from './tax-codes.ts';
import { ABROAD, destinationOf, senderOf } from './transmission.ts';

type Identified = Pick<CustomerComponents['schemas']['AnagraficaInput'], 'idFiscaleIva' | 'codiceFiscale'>;

const CODICE_DESTINATARIO_LENGTH = 7;
/** Kinds of document that nobody can address to himself. */
const TO_OTHERS: ReadonlySet<string> = new Set(['TD01', 'TD02', 'TD03', 'TD06', 'TD24', 'TD25']);

/** What the exchange system refuses of the parties of an invoice. */
export const partyChecks: readonly Check[] = [
  {
    code: '00300',
    message: 'The sender of an invoice needs a valid tax code.',
    refuses: ({ azienda: { codiceFiscale, idFiscaleIva } }) => {
      const sender = senderOf(codiceFiscale, idFiscaleIva);
      const isWrong = sender?.paese === 'IT' && !isCodiceFiscale(sender.codice);
      return refusedIf(isWrong, codiceFiscale === undefined ? '/azienda/idFiscaleIva/codice' : '/azienda/codiceFiscale');
    },
  },
  {
    code: '00301',
    message: 'The VAT number of the seller is not valid.',
    refuses: ({ azienda }) => refusedIf(hasWrongVatNumber(azienda), '/azienda/idFiscaleIva/codice'),
  },
  {
    code: '00302',
    message: 'The tax code of the seller is not valid.',
    refuses: ({ azienda }) => refusedIf(hasWrongTaxCode(azienda), '/azienda/codiceFiscale'),
  },
  {
    code: '00305',
    message: 'The VAT number of the buyer is not valid.',
    refuses: ({ anagrafica }) => refusedIf(hasWrongVatNumber(anagrafica), '/anagrafica/idFiscaleIva/codice'),
  },
  {
    code: '00306',
    message: 'The tax code of the buyer is not valid. An identifier of another country goes into idFiscaleIva.',
    refuses: ({ anagrafica }) => refusedIf(hasWrongTaxCode(anagrafica), '/anagrafica/codiceFiscale'),
  },
  {
    code: '00313',
    message: `The code ${ABROAD} is for buyers with an idFiscaleIva of another country.`,
    refuses: ({ anagrafica }) =>
      refusedIf(anagrafica.codiceDestinatario === ABROAD && isItalian(anagrafica), '/anagrafica/codiceDestinatario'),
  },
  {
    code: '00427',
    message: 'The code of a buyer that is not a public office must have seven characters.',
    refuses: ({ anagrafica }) =>
      refusedIf(destinationOf(anagrafica).codiceDestinatario.length !== CODICE_DESTINATARIO_LENGTH, '/anagrafica/codiceDestinatario'),
  },
  {
    code: '00471',
    message: 'Seller and buyer are the same, and nobody can invoice themselves.',
    refuses: ({ azienda, anagrafica, documento: { tipo } }) => refusedIf(TO_OTHERS.has(tipo) && isSame(azienda, anagrafica), '/anagrafica'),
  },
  {
    code: '00476',
    message: 'Seller and buyer must not both be of other countries.',
    refuses: ({ azienda, anagrafica }) => refusedIf(!isItalian(azienda) && !isItalian(anagrafica), '/anagrafica/idFiscaleIva/paese'),
  },
  {
    // A choice of ours: the system itself looks for five digits only.
    code: 'D-15',
    message: 'An address in Italy needs its own post code. 00000 is for addresses abroad.',
    refuses: ({ azienda, anagrafica }) =>
      Object.entries({ azienda, anagrafica }).flatMap(([party, { sede }]) =>
        refusedIf(sede?.nazione === 'IT' && sede.cap === '00000', `/${party}/sede/cap`),
      ),
  },
];

function hasWrongVatNumber({ idFiscaleIva }: Identified): boolean {
  return idFiscaleIva?.paese === 'IT' && !isPartitaIva(idFiscaleIva.codice);
}

function hasWrongTaxCode({ codiceFiscale }: Identified): boolean {
  return codiceFiscale !== undefined && !isCodiceFiscale(codiceFiscale);
}

/** By the VAT number; of a buyer who gives none the tax authority finds it by the tax code. */
function isSame(seller: Identified, { idFiscaleIva, codiceFiscale }: Identified): boolean {
  const own = seller.idFiscaleIva;
  if (idFiscaleIva !== undefined) return idFiscaleIva.paese === own?.paese && idFiscaleIva.codice === own.codice;
  return codiceFiscale !== undefined && [seller.codiceFiscale, isItalian(seller) ? own?.codice : undefined].includes(codiceFiscale);
}

function isItalian({ idFiscaleIva }: Identified): boolean {
  return (idFiscaleIva?.paese ?? 'IT') === 'IT';
}

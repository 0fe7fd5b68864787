import type { CustomerComponents } from '@business-cloud/server';

type Schemas = CustomerComponents['schemas'];
type IdFiscaleIva = Schemas['IdFiscaleIva'];

/** Where the exchange system delivers an invoice. */
export interface Destination {
  readonly codiceDestinatario: string;
  readonly pec: string | undefined;
}

/** Delivers to the certified mail address, or to the buyer's page at the tax authority. */
const NO_CODE = '0000000';
/** A buyer abroad, to whom the exchange system delivers nothing. */
export const ABROAD = 'XXXXXXX';

/** Who sends an invoice: the seller, by his tax code, which is not the VAT number of a sole trader (00300). */
export function senderOf<Id extends IdFiscaleIva | undefined>(codiceFiscale: string | undefined, idFiscaleIva: Id): Id | IdFiscaleIva {
  return codiceFiscale === undefined ? idFiscaleIva : { paese: 'IT', codice: codiceFiscale };
}

/** The buyer's own code, or the one that stands for buyers without any. */
export function destinationOf({ codiceDestinatario, idFiscaleIva, pec }: Schemas['AnagraficaInput']): Destination {
  const code = codiceDestinatario ?? ((idFiscaleIva?.paese ?? 'IT') === 'IT' ? NO_CODE : ABROAD);
  // 00426: the address counts if there is no code, and nowhere else.
  return { codiceDestinatario: code, pec: code === NO_CODE ? pec : undefined };
}

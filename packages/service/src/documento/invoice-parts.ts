import type { CustomerComponents } from '@business-cloud/server';

type Schemas = CustomerComponents['schemas'];

/** What an invoice is made of, whatever it lacks: the parties and the document. */
export interface InvoiceParts {
  readonly azienda: Schemas['Azienda'];
  readonly anagrafica: Schemas['AnagraficaInput'];
  readonly documento: Omit<Schemas['Documento'], 'id' | 'concurrencyToken'>;
}

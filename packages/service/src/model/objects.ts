import type { CustomerComponents } from '@business-cloud/server';
import type { ObjectId } from './ids.ts';

type Schemas = CustomerComponents['schemas'];

/** The resources of a company that are kept as objects, by their names in the contract, and what is kept of each. */
export interface Documents {
  readonly Anagrafica: Schemas['AnagraficaInput'];
  readonly articolo: Schemas['ArticoloInput'];
  readonly Documento: Omit<Schemas['Documento'], 'id' | 'concurrencyToken'>;
}

export type ObjectKind = keyof Documents;

/** An object as it is kept: its document is what the contract says of it, without `id` and `concurrencyToken`. */
export interface StoredObject<Kind extends ObjectKind> {
  readonly id: ObjectId;
  readonly concurrencyToken: number;
  readonly document: Documents[Kind];
}

/** A company as the API answers it. */
export type Azienda = Schemas['Azienda'];

/** The result of a change that names the concurrency token that the client read. */
export type Change<Entry> = { readonly kind: 'done'; readonly entry: Entry } | { readonly kind: 'missing' } | { readonly kind: 'stale' };

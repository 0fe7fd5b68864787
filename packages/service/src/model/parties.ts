import type { Azienda, Documents } from './objects.ts';

/** Seller and buyer of a document, as they are kept. */
export interface Parties {
  readonly azienda: Azienda;
  readonly anagrafica: Documents['Anagrafica'];
}

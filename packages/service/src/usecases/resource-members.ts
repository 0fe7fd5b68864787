import type { Members } from './pick.ts';

const idFiscaleIva: Members = { paese: true, codice: true };
const sede: Members = { indirizzo: true, numeroCivico: true, cap: true, comune: true, provincia: true, nazione: true };

/** What the contract names of an Anagrafica (AnagraficaInput). */
export const anagraficaMembers: Members = {
  nome: true,
  cognome: true,
  idFiscaleIva,
  codiceFiscale: true,
  sede,
  codiceDestinatario: true,
  pec: true,
  email: true,
  telefono: true,
};

/** What the contract names of an articolo (ArticoloInput). */
export const articoloMembers: Members = {
  codice: true,
  descrizione: true,
  unitaMisura: true,
  prezzo: true,
  aliquotaIva: true,
  natura: true,
};

/** What the contract names of a Documento (DocumentoInput). */
export const documentoMembers: Members = {
  tipo: true,
  data: true,
  anagraficaId: true,
  divisa: true,
  causale: true,
  pagamento: { condizioni: true, modalita: true, scadenza: true, iban: true },
  numero: true,
  righe: {
    articoloId: true,
    descrizione: true,
    quantita: true,
    unitaMisura: true,
    prezzoUnitario: true,
    sconto: true,
    aliquotaIva: true,
    natura: true,
  },
};

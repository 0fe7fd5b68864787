import type { components } from '../generated/events.ts';

type Schemas = components['schemas'];

/** A contact record as the service answers it. */
export const anagrafica: Schemas['Anagrafica'] = {
  id: 41,
  nome: 'Officine Rossi S.r.l.',
  idFiscaleIva: { paese: 'IT', codice: '01234567897' },
  codiceDestinatario: 'ABC1234',
  sede: { indirizzo: 'Via Garibaldi', numeroCivico: '12', cap: '10122', comune: 'Torino', provincia: 'TO', nazione: 'IT' },
  concurrencyToken: 1,
};

/** A stock item as the service answers it. */
export const articolo: Schemas['Articolo'] = {
  id: 7,
  codice: '6204-2RS',
  descrizione: 'Cuscinetto a sfere 6204-2RS',
  prezzo: '4.8500',
  aliquotaIva: '22.00',
  unitaMisura: 'pz',
  concurrencyToken: 1,
};

/** A document as the service answers it, issued. */
export const documento: Schemas['Documento'] = {
  id: 1201,
  numero: '12',
  stato: 'emesso',
  emessoIl: '2025-03-14T10:15:30Z',
  tipo: 'TD01',
  data: '2025-03-14',
  anagraficaId: 41,
  divisa: 'EUR',
  righe: [
    {
      numeroLinea: 1,
      descrizione: 'Cuscinetto a sfere 6204-2RS',
      quantita: '10',
      prezzoUnitario: '4.8500',
      aliquotaIva: '22.00',
      prezzoTotale: '48.50',
    },
  ],
  riepilogo: [{ aliquotaIva: '22.00', imponibile: '48.50', imposta: '10.67' }],
  imponibile: '48.50',
  imposta: '10.67',
  totale: '59.17',
  concurrencyToken: 3,
};

/** An electronic invoice as the service answers it; its XML is cut to the root. */
export const fatturaElettronicaXml: Schemas['FatturaElettronicaXml'] = {
  id: 9,
  documentoId: 1201,
  progressivoInvio: '00001',
  nomeFile: 'IT01234567897_00001.xml',
  formato: 'FPR12',
  creatoIl: '2025-03-14T10:16:00Z',
  xml: '<?xml version="1.0" encoding="UTF-8"?><p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2" versione="FPR12"/>',
};

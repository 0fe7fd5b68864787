import type { CustomerComponents } from '@business-cloud/server';
import type { Invoice } from './invoice.ts';
import { destinationOf, senderOf } from './transmission.ts';
import { textElement, writeXml, type XmlElement } from './xml-element.ts';

type Schemas = CustomerComponents['schemas'];

const NAMESPACE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2';

/** The FatturaPA 1.2 document (FPR12) of an invoice, with the elements in the order of its schema (D-15). */
export function fatturaXml(invoice: Invoice, progressivoInvio: string): string {
  const root: XmlElement = [
    'p:FatturaElettronica',
    [
      ['FatturaElettronicaHeader', [trasmissione(invoice, progressivoInvio), cedente(invoice.azienda), cessionario(invoice.anagrafica)]],
      ['FatturaElettronicaBody', [datiGenerali(invoice.documento), beniServizi(invoice.documento), pagamento(invoice.documento)]],
    ],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root, ` xmlns:p="${NAMESPACE}" versione="FPR12"`)}`;
}

function trasmissione({ azienda, anagrafica }: Invoice, progressivoInvio: string): XmlElement {
  const { codiceDestinatario, pec } = destinationOf(anagrafica);
  return [
    'DatiTrasmissione',
    [
      idFiscale('IdTrasmittente', senderOf(azienda.codiceFiscale, azienda.idFiscaleIva)),
      ['ProgressivoInvio', progressivoInvio],
      ['FormatoTrasmissione', 'FPR12'],
      ['CodiceDestinatario', codiceDestinatario],
      textElement('PECDestinatario', pec),
    ],
  ];
}

function cedente({ idFiscaleIva, codiceFiscale, nome, regimeFiscale, sede }: Invoice['azienda']): XmlElement {
  const dati: XmlElement = [
    'DatiAnagrafici',
    [
      idFiscale('IdFiscaleIVA', idFiscaleIva),
      textElement('CodiceFiscale', codiceFiscale),
      ['Anagrafica', [['Denominazione', nome]]],
      ['RegimeFiscale', regimeFiscale],
    ],
  ];
  return ['CedentePrestatore', [dati, indirizzo(sede)]];
}

function cessionario({ idFiscaleIva, codiceFiscale, nome, cognome, sede }: Invoice['anagrafica']): XmlElement {
  const names: XmlElement[] =
    cognome === undefined
      ? [['Denominazione', nome]]
      : [
          ['Nome', nome],
          ['Cognome', cognome],
        ];
  const dati: XmlElement = [
    'DatiAnagrafici',
    [idFiscaleIva && idFiscale('IdFiscaleIVA', idFiscaleIva), textElement('CodiceFiscale', codiceFiscale), ['Anagrafica', names]],
  ];
  return ['CessionarioCommittente', [dati, indirizzo(sede)]];
}

function datiGenerali({ tipo, divisa, data, numero, bollo, totale, causale }: Invoice['documento']): XmlElement {
  const dati: XmlElement = [
    'DatiGeneraliDocumento',
    [
      ['TipoDocumento', tipo],
      ['Divisa', divisa],
      ['Data', data],
      ['Numero', numero],
      bollo === undefined
        ? undefined
        : [
            'DatiBollo',
            [
              ['BolloVirtuale', 'SI'],
              ['ImportoBollo', bollo],
            ],
          ],
      ['ImportoTotaleDocumento', totale],
      textElement('Causale', causale),
    ],
  ];
  return ['DatiGenerali', [dati]];
}

function beniServizi({ righe, riepilogo }: Invoice['documento']): XmlElement {
  return ['DatiBeniServizi', [...righe.map(dettaglioLinea), ...riepilogo.map(datiRiepilogo)]];
}

function dettaglioLinea(riga: Schemas['Riga']): XmlElement {
  const { numeroLinea, descrizione, quantita, unitaMisura, prezzoUnitario, sconto, prezzoTotale, aliquotaIva, natura } = riga;
  return [
    'DettaglioLinee',
    [
      ['NumeroLinea', String(numeroLinea)],
      ['Descrizione', descrizione],
      ['Quantita', twoDecimals(quantita)],
      textElement('UnitaMisura', unitaMisura),
      ['PrezzoUnitario', twoDecimals(prezzoUnitario)],
      sconto === undefined
        ? undefined
        : [
            'ScontoMaggiorazione',
            [
              ['Tipo', 'SC'],
              ['Percentuale', sconto],
            ],
          ],
      ['PrezzoTotale', prezzoTotale],
      ['AliquotaIVA', aliquotaIva],
      textElement('Natura', natura),
    ],
  ];
}

function datiRiepilogo({ aliquotaIva, natura, imponibile, imposta }: Schemas['Riepilogo']): XmlElement {
  return [
    'DatiRiepilogo',
    [['AliquotaIVA', aliquotaIva], textElement('Natura', natura), ['ImponibileImporto', imponibile], ['Imposta', imposta]],
  ];
}

function pagamento({ pagamento, totale }: Invoice['documento']): XmlElement | undefined {
  if (pagamento === undefined) return undefined;
  const dettaglio: XmlElement = [
    'DettaglioPagamento',
    [
      ['ModalitaPagamento', pagamento.modalita],
      textElement('DataScadenzaPagamento', pagamento.scadenza),
      ['ImportoPagamento', totale],
      textElement('IBAN', pagamento.iban),
    ],
  ];
  return ['DatiPagamento', [['CondizioniPagamento', pagamento.condizioni], dettaglio]];
}

function idFiscale(name: string, { paese, codice }: Schemas['IdFiscaleIva']): XmlElement {
  return [
    name,
    [
      ['IdPaese', paese],
      ['IdCodice', codice],
    ],
  ];
}

function indirizzo({ indirizzo, numeroCivico, cap, comune, provincia, nazione }: Schemas['Indirizzo']): XmlElement {
  return [
    'Sede',
    [
      ['Indirizzo', indirizzo],
      textElement('NumeroCivico', numeroCivico),
      ['CAP', cap],
      ['Comune', comune],
      textElement('Provincia', provincia),
      ['Nazione', nazione],
    ],
  ];
}

/** The schema asks for two to eight decimals: 4 becomes 4.00, 4.8500 stays. */
function twoDecimals(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

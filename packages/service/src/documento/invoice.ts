import type { CustomerComponents } from '@business-cloud/server';
import type { Check } from './check.ts';
import { exchangeChecks } from './exchange-checks.ts';
import { formatChecks } from './format-checks.ts';
import type { InvoiceParts } from './invoice-parts.ts';
import { latinText } from './latin-text.ts';

type Schemas = CustomerComponents['schemas'];
type Problem = Schemas['ProblemError'];
/** The value with these members there for sure. */
type With<Value, Names extends keyof Value> = Value & { readonly [Name in Names]-?: Exclude<Value[Name], undefined> };

/** A document that is issued, with its parties as they were then, complete enough for an electronic invoice and in its alphabet. */
export interface Invoice {
  readonly azienda: With<Schemas['Azienda'], 'idFiscaleIva' | 'regimeFiscale' | 'sede'>;
  readonly anagrafica: With<Schemas['AnagraficaInput'], 'sede'>;
  readonly documento: Omit<InvoiceParts['documento'], 'numero'> & { readonly numero: string };
}

/** The invoice, or everything for which it would be refused, all at once (D-15). */
export function parseInvoice(parts: InvoiceParts): Invoice | readonly Problem[] {
  return judged(parts, [...formatChecks, ...exchangeChecks]);
}

/** The same for a document that was issued before its issue was judged: only what no XML can hold is refused. */
export function parseIssuedInvoice(parts: InvoiceParts): Invoice | readonly Problem[] {
  return judged(parts, formatChecks);
}

function judged(given: InvoiceParts, checks: readonly Check[]): Invoice | readonly Problem[] {
  const parts = latinParts(given);
  const problems = checks.flatMap(({ code, message, refuses }) =>
    refuses(parts).map((pointer): Problem => ({ in: 'object', pointer, detail: `${message} (${code})` })),
  );
  const { idFiscaleIva, regimeFiscale, sede } = parts.azienda;
  const { numero } = parts.documento;
  if (problems.length > 0 || !idFiscaleIva || !regimeFiscale || !sede || !parts.anagrafica.sede || numero === null) return problems;
  return {
    azienda: { ...parts.azienda, idFiscaleIva, regimeFiscale, sede },
    anagrafica: { ...parts.anagrafica, sede: parts.anagrafica.sede },
    documento: { ...parts.documento, numero },
  };
}

/** The parts with every text in the alphabet of an invoice, where it can be. */
function latinParts({ azienda, anagrafica, documento }: InvoiceParts): InvoiceParts {
  const { cognome } = anagrafica;
  const { causale } = documento;
  return {
    azienda: { ...azienda, nome: latin(azienda.nome), ...latinSede(azienda.sede) },
    anagrafica: { ...anagrafica, nome: latin(anagrafica.nome), ...(cognome && { cognome: latin(cognome) }), ...latinSede(anagrafica.sede) },
    documento: {
      ...documento,
      ...(causale && { causale: latin(causale) }),
      righe: documento.righe.map((riga) => ({ ...riga, descrizione: latin(riga.descrizione) })),
    },
  };
}

function latinSede(sede: Schemas['Indirizzo'] | undefined): { readonly sede?: Schemas['Indirizzo'] } {
  return sede === undefined ? {} : { sede: { ...sede, indirizzo: latin(sede.indirizzo), comune: latin(sede.comune) } };
}

function latin(text: string): string {
  return latinText(text) ?? text;
}

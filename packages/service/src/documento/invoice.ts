import type { CustomerComponents } from '@business-cloud/server';
import { LINE_LENGTH_MAX } from '../generated/limits.ts';

type Schemas = CustomerComponents['schemas'];
type Problem = Schemas['ProblemError'];
/** The value with these members there for sure. */
type With<Value, Names extends keyof Value> = Value & { readonly [Name in Names]-?: Exclude<Value[Name], undefined> };

/** An issued document with its parties, complete enough for an electronic invoice. */
export interface Invoice {
  readonly azienda: With<Schemas['Azienda'], 'idFiscaleIva' | 'regimeFiscale' | 'sede'>;
  readonly anagrafica: With<Schemas['AnagraficaInput'], 'sede'>;
  readonly documento: Omit<Schemas['Documento'], 'id' | 'concurrencyToken' | 'numero'> & { readonly numero: string };
}

/** The parties and the document as they are kept. */
export interface InvoiceParts {
  readonly azienda: Schemas['Azienda'];
  readonly anagrafica: Schemas['AnagraficaInput'];
  readonly documento: Omit<Schemas['Documento'], 'id' | 'concurrencyToken'>;
}

// FatturaPA's alphabet for texts: Basic Latin and the Latin-1 supplement.
const LATIN = /^[\u0020-\u00ff]*$/;
const DATA_MIN = '1970-01-01';
const SCADENZA_MIN = '0001-01-01';

/** The invoice, or everything that it lacks or cannot hold, all at once (D-15). */
export function parseInvoice({ azienda, anagrafica, documento }: InvoiceParts): Invoice | readonly Problem[] {
  const problems = [...aziendaProblems(azienda), ...anagraficaProblems(anagrafica), ...documentoProblems(documento)];
  const { idFiscaleIva, regimeFiscale, sede } = azienda;
  const { numero } = documento;
  if (problems.length > 0 || !idFiscaleIva || !regimeFiscale || !sede || !anagrafica.sede || numero === null) return problems;
  return {
    azienda: { ...azienda, idFiscaleIva, regimeFiscale, sede },
    anagrafica: { ...anagrafica, sede: anagrafica.sede },
    documento: { ...documento, numero },
  };
}

function aziendaProblems({ nome, idFiscaleIva, regimeFiscale, sede }: Schemas['Azienda']): Problem[] {
  return [
    ...latin('/azienda/nome', nome),
    ...needed('/azienda/idFiscaleIva', idFiscaleIva),
    ...needed('/azienda/regimeFiscale', regimeFiscale),
    ...sedeProblems('/azienda/sede', sede),
  ];
}

function anagraficaProblems({ nome, cognome, idFiscaleIva, codiceFiscale, sede, pec }: Schemas['AnagraficaInput']): Problem[] {
  const isPerson = cognome !== undefined;
  return [
    ...latin('/anagrafica/nome', nome),
    ...latin('/anagrafica/cognome', cognome),
    ...(isPerson && [...nome].length > LINE_LENGTH_MAX
      ? [problem('/anagrafica/nome', `A first name has at most ${LINE_LENGTH_MAX} characters.`)]
      : []),
    ...((idFiscaleIva ?? codiceFiscale)
      ? []
      : [problem('/anagrafica/idFiscaleIva', 'An invoice needs idFiscaleIva or codiceFiscale of its buyer.')]),
    ...sedeProblems('/anagrafica/sede', sede),
    ...(pec === undefined || isMailAddress(pec) ? [] : [problem('/anagrafica/pec', 'A certified mail address has a domain with a point.')]),
  ];
}

/** FatturaPA's `.+@.+[.]+.+`, on one line. */
function isMailAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  const lastPoint = text.lastIndexOf('.', text.length - 2);
  return at > 0 && lastPoint > at + 1 && /^.*$/.test(text);
}

function documentoProblems({ data, causale, pagamento, righe }: InvoiceParts['documento']): Problem[] {
  const scadenza = pagamento?.scadenza ?? SCADENZA_MIN;
  return [
    ...(data < DATA_MIN ? [problem('/documento/data', `An invoice is not older than ${DATA_MIN}.`)] : []),
    ...(scadenza < SCADENZA_MIN ? [problem('/documento/pagamento/scadenza', 'An invoice knows no year 0.')] : []),
    ...latin('/documento/causale', causale),
    ...righe.flatMap(({ descrizione }, index) => latin(`/documento/righe/${index}/descrizione`, descrizione)),
  ];
}

function sedeProblems(pointer: string, sede: Schemas['Indirizzo'] | undefined): Problem[] {
  if (sede === undefined) return needed(pointer, sede);
  return [...latin(`${pointer}/indirizzo`, sede.indirizzo), ...latin(`${pointer}/comune`, sede.comune)];
}

function needed(pointer: string, value: unknown): Problem[] {
  return value === undefined ? [problem(pointer, 'An invoice needs it.')] : [];
}

function latin(pointer: string, text: string | undefined): Problem[] {
  return text === undefined || LATIN.test(text) ? [] : [problem(pointer, 'An invoice holds only characters of Latin-1.')];
}

function problem(pointer: string, detail: string): Problem {
  return { in: 'object', pointer, detail };
}

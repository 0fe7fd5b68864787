import { toUSVString } from 'node:util';
import {
  CAP_PATTERN,
  CODICE_FISCALE_PATTERN,
  CODICE_IVA_PATTERN,
  COUNTRY_PATTERN,
  LINE_LENGTH_MAX,
  LINE_PATTERN,
  NUMERO_CIVICO_PATTERN,
  PROVINCIA_PATTERN,
} from '../generated/limits.ts';
import type { Azienda } from '../model/objects.ts';
import { ServiceError } from '../model/service-error.ts';
import { readYaml } from './yaml-file.ts';

/** The fields of a company other than its identifier and its name. */
export type AziendaFields = Omit<Azienda, 'id' | 'nome'>;

interface Field {
  /** What its text must be; absent: it holds other fields. */
  readonly text?: RegExp;
  /** How many characters it has at most. */
  readonly lengthMax?: number;
  readonly fields?: Fields;
  readonly required?: true;
}

type Fields = Readonly<Record<string, Field>>;

const COUNTRY: Field = { text: COUNTRY_PATTERN, required: true };
const LINE: Field = { text: LINE_PATTERN, lengthMax: LINE_LENGTH_MAX, required: true };

// The contract's Azienda: the service answers what is written here.
const AZIENDA: Fields = {
  idFiscaleIva: { fields: { paese: COUNTRY, codice: { text: CODICE_IVA_PATTERN, required: true } } },
  codiceFiscale: { text: CODICE_FISCALE_PATTERN },
  regimeFiscale: { text: /^RF(?:0[12]|0[4-9]|1[0-9])$/ },
  sede: {
    fields: {
      indirizzo: LINE,
      numeroCivico: { text: NUMERO_CIVICO_PATTERN },
      cap: { text: CAP_PATTERN, required: true },
      comune: LINE,
      provincia: { text: PROVINCIA_PATTERN },
      nazione: COUNTRY,
    },
  },
};

/**
 * The fields of a company in a file of YAML or JSON.
 *
 * @throws {ServiceError} `bad-argument` when it cannot be read, or holds what no company of the contract has
 */
export function readAziendaFile(file: string): AziendaFields {
  const content = readYaml(file, `--azienda ${file}`);
  const wrong = wrongPlace(content, AZIENDA, '');
  // What was compared with the contract has the form of it.
  if (wrong === undefined) return content as AziendaFields;
  throw new ServiceError('bad-argument', `--azienda ${file} does not fit: ${wrong}.`);
}

function wrongPlace(value: unknown, fields: Fields, place: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${place || 'it'} must hold the fields ${Object.keys(fields).join(', ')}`;
  const known = new Map(Object.entries(fields));
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown !== undefined) return `${place}${place && '.'}${unknown} is not one of the fields ${[...known.keys()].join(', ')}`;
  for (const [name, field] of known) {
    const wrong = wrongField(Reflect.get(value, name), field, `${place}${place && '.'}${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongField(
  value: unknown,
  { text, lengthMax = Number.POSITIVE_INFINITY, fields, required }: Field,
  place: string,
): string | undefined {
  if (value === undefined) return required ? `${place} is missing` : undefined;
  if (fields !== undefined) return wrongPlace(value, fields, place);
  if (typeof value !== 'string') return `${place} must be a text; put it between quotes`;
  if ([...value].length > lengthMax) return `${place} must have at most ${lengthMax} characters`;
  if (toUSVString(value) !== value) return `${place} holds half of a surrogate pair`;
  return text === undefined || text.test(value) ? undefined : `${place} must be a text that matches ${text.source}`;
}

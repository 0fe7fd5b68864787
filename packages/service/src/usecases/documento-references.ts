import type { CustomerComponents } from '@business-cloud/server';
import { type ObjectId, objectId } from '../model/ids.ts';
import type { CompanyStore } from '../store/company-store.ts';
import type { Refusal } from './refusal.ts';

type Schemas = CustomerComponents['schemas'];

/** Every object that a document names. */
export function namedIds({ anagraficaId, righe }: Schemas['DocumentoInput']): ObjectId[] {
  return [anagraficaId, ...righe.flatMap(({ articoloId }) => (articoloId === undefined ? [] : [articoloId]))].map(objectId);
}

/** What the schema cannot say of a document; undefined when there is nothing. */
export async function invalidValues(
  company: CompanyStore,
  input: Schemas['DocumentoInput'],
): Promise<Refusal<'invalid-value'> | undefined> {
  const errors = [...(await missingObjects(company, input)), ...wrongNature(input)];
  if (errors.length === 0) return undefined;
  return { problem: 'invalid-value', detail: 'The document holds values that cannot be.', errors };
}

async function missingObjects(
  company: CompanyStore,
  { anagraficaId, righe }: Schemas['DocumentoInput'],
): Promise<Schemas['ProblemError'][]> {
  const errors: Schemas['ProblemError'][] = [];
  if ((await company.get('Anagrafica', objectId(anagraficaId))) === undefined) {
    errors.push(invalid('/anagraficaId', `There is no Anagrafica ${anagraficaId}.`));
  }
  const known = new Map<number, boolean>();
  for (const [index, { articoloId }] of righe.entries()) {
    if (articoloId === undefined) continue;
    if (!known.has(articoloId)) known.set(articoloId, (await company.get('articolo', objectId(articoloId))) !== undefined);
    if (known.get(articoloId) === false) errors.push(invalid(`/righe/${index}/articoloId`, `There is no articolo ${articoloId}.`));
  }
  return errors;
}

function wrongNature({ righe }: Schemas['DocumentoInput']): Schemas['ProblemError'][] {
  return righe.flatMap(({ aliquotaIva, natura }, index) => {
    if ((aliquotaIva === '0.00') === (natura !== undefined)) return [];
    return [invalid(`/righe/${index}/natura`, 'A natura is needed where the rate is 0.00, and refused elsewhere.')];
  });
}

function invalid(pointer: string, detail: string): Schemas['ProblemError'] {
  return { in: 'body', pointer, detail };
}

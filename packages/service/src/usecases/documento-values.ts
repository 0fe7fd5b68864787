import type { CustomerComponents } from '@business-cloud/server';
import type { CompanyStore } from '../store/company-store.ts';
import { missingReferences, referencesIn } from './references.ts';
import { invalidValues, type Refusal } from './refusal.ts';

type Schemas = CustomerComponents['schemas'];

/** The refusal of a document whose values the schema allows and that cannot be all the same; undefined when there is nothing. */
export async function refusalOfValues(
  company: CompanyStore,
  input: Schemas['DocumentoInput'],
): Promise<Refusal<'invalid-value'> | undefined> {
  const errors = [...(await missingReferences(company, referencesIn('Documento', input))), ...wrongNature(input)];
  return errors.length === 0 ? undefined : invalidValues(errors);
}

function wrongNature({ righe }: Schemas['DocumentoInput']): Schemas['ProblemError'][] {
  return righe.flatMap(({ aliquotaIva, natura }, index) => {
    if ((aliquotaIva === '0.00') === (natura !== undefined)) return [];
    const detail = 'A natura is needed where the rate is 0.00, and refused elsewhere.';
    return [{ in: 'body', pointer: `/righe/${index}/natura`, detail }];
  });
}

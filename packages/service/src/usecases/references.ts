import { type CustomerComponents, companyResources } from '@business-cloud/server';
import { type ObjectId, objectId } from '../model/ids.ts';
import type { ObjectKind } from '../model/objects.ts';
import type { CompanyStore } from '../store/company-store.ts';

type Violation = CustomerComponents['schemas']['ProblemError'];

/** An object that the body of another names. */
export interface Reference {
  /** Where in the body: a JSON pointer. */
  readonly pointer: string;
  readonly kind: ObjectKind;
  readonly id: ObjectId;
}

/** Every object that a body names, by the references that the contract declares of its resource. */
export function referencesIn(kind: ObjectKind, body: object): readonly Reference[] {
  const declared: readonly { readonly path: readonly string[]; readonly resource: ObjectKind }[] = companyResources[kind].references;
  return declared.flatMap(({ path, resource }) =>
    valuesAt(body, path, '').map(({ pointer, value }) => ({ pointer, kind: resource, id: objectId(value) })),
  );
}

/** The references that lead to nothing in the company; each object is looked for once. */
export async function missingReferences(company: CompanyStore, references: readonly Reference[]): Promise<readonly Violation[]> {
  const missing: Violation[] = [];
  const known = new Map<string, boolean>();
  for (const { pointer, kind, id } of references) {
    const name = `${kind} ${id}`;
    if (!known.has(name)) known.set(name, (await company.get(kind, id)) !== undefined);
    if (known.get(name) === false) missing.push({ in: 'body', pointer, detail: `There is no ${name}.` });
  }
  return missing;
}

interface Found {
  readonly pointer: string;
  readonly value: number;
}

/** The numbers that a path leads to; `*` stands for every entry of a list. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[], pointer: string): readonly Found[] {
  if (step === undefined) return typeof value === 'number' ? [{ pointer, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const names = step === '*' ? Object.keys(value) : [step];
  return names.flatMap((name) => valuesAt(Reflect.get(value, name), rest, `${pointer}/${name}`));
}

import type { EventoType } from '@business-cloud/events';
import { companyResources } from '@business-cloud/server';
import { objectId } from '../model/ids.ts';
import { type Documents, type PlainKind, type Resource, toResource } from '../model/objects.ts';
import type { CompanyStore } from '../store/company-store.ts';
import { missingReferences, type Reference, referencesIn } from './references.ts';
import { inUse, invalidValues, notFound, type Refusal, staleToken } from './refusal.ts';
import type { Session } from './session.ts';

/** Keeps an object as it was sent, and fires the event of its creation (EVT-08). */
export async function createObject<Kind extends PlainKind>(
  session: Session,
  kind: Kind,
  document: Documents[Kind],
): Promise<Resource<Kind> | Refusal<'invalid-value'>> {
  const company = session.company();
  const references = referencesIn(kind, document);
  const refusal = await refusalOf(company, references);
  if (refusal !== undefined) return refusal;
  const inserted = await company.insert(kind, document);
  if (references.length > 0) await company.refer(inserted.id, references);
  const created = toResource(inserted);
  await fire(session, kind, 'create', created);
  return created;
}

/** Replaces an object if the token is the current one, and fires the event of its change (CONC-01, EVT-08). */
export async function updateObject<Kind extends PlainKind>(
  session: Session,
  kind: Kind,
  id: number,
  concurrencyToken: number,
  document: Documents[Kind],
): Promise<Resource<Kind> | Refusal<'invalid-value' | 'not-found' | 'concurrency-conflict'>> {
  const company = session.company();
  const references = referencesIn(kind, document);
  const refusal = await refusalOf(company, references);
  if (refusal !== undefined) return (await company.get(kind, objectId(id))) === undefined ? notFound(kind, id) : refusal;
  const change = await company.replace(kind, objectId(id), concurrencyToken, document);
  if (change.kind === 'missing') return notFound(kind, id);
  if (change.kind === 'stale') return staleToken;
  if (companyResources[kind].references.length > 0) await company.refer(objectId(id), references);
  const updated = toResource(change.entry);
  await fire(session, kind, 'update', updated);
  return updated;
}

/** Removes an object that no other names, and fires the event of its deletion (D-17, EVT-08). */
export async function deleteObject(session: Session, kind: PlainKind, id: number): Promise<Refusal<'not-found' | 'in-use'> | undefined> {
  const company = session.company();
  await company.serialize();
  if ((await company.get(kind, objectId(id))) === undefined) return notFound(kind, id);
  if (await company.isNamed(objectId(id))) return inUse(kind, id);
  const removed = await company.remove(kind, objectId(id));
  if (removed === undefined) return notFound(kind, id);
  await fire(session, kind, 'delete', toResource(removed));
  return undefined;
}

/** What is named must stay until this is written: who deletes it waits. */
async function refusalOf(company: CompanyStore, references: readonly Reference[]): Promise<Refusal<'invalid-value'> | undefined> {
  if (references.length === 0) return undefined;
  await company.serialize();
  const missing = await missingReferences(company, references);
  return missing.length === 0 ? undefined : invalidValues(missing);
}

/** Records the event that the contract declares of the change, if there is one. */
async function fire(session: Session, kind: PlainKind, change: 'create' | 'update' | 'delete', object: object): Promise<void> {
  const fires: { readonly [Change in typeof change]?: EventoType } = companyResources[kind].fires;
  const type = fires[change];
  if (type !== undefined) await session.record(type, object);
}

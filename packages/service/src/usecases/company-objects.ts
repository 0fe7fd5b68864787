import { objectId } from '../model/ids.ts';
import type { Documents } from '../model/objects.ts';
import { inUse, notFound, type Refusal, staleToken } from './refusal.ts';
import { type Resource, toResource } from './resource.ts';
import type { Session } from './session.ts';

/** The objects that are kept as they are sent. */
export type PlainKind = 'Anagrafica' | 'articolo';

/** Keeps an object as it was sent, and fires Create (EVT-08). */
export async function createObject<Kind extends PlainKind>(session: Session, kind: Kind, input: Documents[Kind]): Promise<Resource<Kind>> {
  const created = toResource(await session.company().insert(kind, input));
  await session.record(`${kind}.Create`, created);
  return created;
}

/** Replaces an object if the token is the current one, and fires Update (CONC-01, EVT-08). */
export async function updateObject<Kind extends PlainKind>(
  session: Session,
  kind: Kind,
  id: number,
  concurrencyToken: number,
  document: Documents[Kind],
): Promise<Resource<Kind> | Refusal<'not-found' | 'concurrency-conflict'>> {
  const change = await session.company().replace(kind, objectId(id), concurrencyToken, document);
  if (change.kind === 'missing') return notFound(kind, id);
  if (change.kind === 'stale') return staleToken;
  const updated = toResource(change.entry);
  await session.record(`${kind}.Update`, updated);
  return updated;
}

/** Removes an object that no Documento names, and fires Delete (D-17, EVT-08). */
export async function deleteObject(session: Session, kind: PlainKind, id: number): Promise<Refusal<'not-found' | 'in-use'> | undefined> {
  const company = session.company();
  await company.serialize();
  if ((await company.get(kind, objectId(id))) === undefined) return notFound(kind, id);
  if (await company.isNamed(objectId(id))) return inUse(kind, id);
  const removed = await company.remove(kind, objectId(id));
  if (removed === undefined) return notFound(kind, id);
  await session.record(`${kind}.Delete`, toResource(removed));
  return undefined;
}

import type { Documents, ObjectKind, StoredObject } from '../model/objects.ts';

/** An object as the API answers it: what is kept of it, with its identifier and its token. */
export type Resource<Kind extends ObjectKind> = Documents[Kind] & { readonly id: number; readonly concurrencyToken: number };

export function toResource<Kind extends ObjectKind>({ id, document, concurrencyToken }: StoredObject<Kind>): Resource<Kind> {
  return { ...document, id, concurrencyToken };
}

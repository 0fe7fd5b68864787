import type { ObjectKind } from '../model/objects.ts';

/** Where an object is, for Location and Link headers. */
export function resourcePath(companyId: number, kind: ObjectKind, id?: number): string {
  const collection = `/api/v3/${companyId}/${kind}`;
  return id === undefined ? collection : `${collection}/${id}`;
}

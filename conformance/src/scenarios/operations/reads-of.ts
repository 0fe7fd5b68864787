import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import type { StoredObject } from './stored-object.ts';

/** The operations that read an object of its resource. */
export function readsOf(object: StoredObject): readonly OperationId[] {
  return Object.entries(effects).flatMap(([id, { kind, of, resource }]) =>
    kind === 'read' && (of ?? resource) === object.resource.name ? [id as OperationId] : [],
  );
}

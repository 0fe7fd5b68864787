import type { OperationId } from '../generated/operations.ts';
import { type Resource, type ResourceName, resources } from '../generated/resources.ts';

/** A kind of object that a run creates, with its operations. */
export interface Kind {
  readonly create: OperationId;
  readonly remove: OperationId;
  /** Finds objects whose creation was not answered. */
  readonly list?: OperationId;
  readonly resource: string;
  /** The plural in a person's words. */
  readonly plural: string;
  /** The member that contains the run's name. */
  readonly mark?: string;
}

/** The plurals of resources, if their own name would not do. */
const plurals: Partial<Record<ResourceName, string>> = {
  webhook: 'webhooks',
  Documento: 'documents',
  articolo: 'stock items',
  Anagrafica: 'contacts',
};

function kindOf({ name, setting, operations, label }: Resource): readonly Kind[] {
  const { create, delete: remove, list } = operations;
  if (create === undefined || remove === undefined) return [];
  return [
    {
      create,
      remove,
      resource: setting,
      plural: plurals[name] ?? `objects of ${name}`,
      ...(list !== undefined && { list }),
      ...(label !== undefined && { mark: name === 'webhook' ? 'url' : label }),
    },
  ];
}

/** Webhooks first, because they would get events of later removals. Then each object before those that it refers to. */
function removalOrder(): readonly Resource[] {
  const all = Object.values(resources);
  const depth = ({ name }: Resource): number =>
    1 + Math.max(-1, ...all.filter(({ references }) => references.some(({ resource }) => resource === name)).map(depth));
  return all.toSorted((one, other) => Number(other.name === 'webhook') - Number(one.name === 'webhook') || depth(one) - depth(other));
}

/** The kinds of objects that a run creates, in the order of their removal. */
export const kinds: readonly [Kind, ...Kind[]] = removalOrder().flatMap(kindOf) as [Kind, ...Kind[]];

export const webhook: Kind = kinds[0];

import type { OperationId } from '../generated/operations.ts';
import { type Resource, type ResourceName, resources } from '../generated/resources.ts';

/** A kind of object that a run creates, by the operations that it takes. */
export interface Kind {
  readonly create: OperationId;
  readonly remove: OperationId;
  /** Finds what was created where no answer said so. */
  readonly list?: OperationId;
  readonly resource: string;
  /** What people call several of them. */
  readonly plural: string;
  /** The member that holds the run's name. */
  readonly mark?: string;
}

/** What people call several objects of a resource, where its own name would not do. */
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

/** Webhooks first, since one would still get the events of what is removed after it; then what names other objects before what it names. */
function removalOrder(): readonly Resource[] {
  const all = Object.values(resources);
  const depth = ({ name }: Resource): number =>
    1 + Math.max(-1, ...all.filter(({ references }) => references.some(({ resource }) => resource === name)).map(depth));
  return all.toSorted((one, other) => Number(other.name === 'webhook') - Number(one.name === 'webhook') || depth(one) - depth(other));
}

/** What a run creates, in the order of its removal. */
export const kinds: readonly [Kind, ...Kind[]] = removalOrder().flatMap(kindOf) as [Kind, ...Kind[]];

export const webhook: Kind = kinds[0];

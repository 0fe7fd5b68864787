import { canonical } from '../documents/canonical.ts';
import type { Node } from '../documents/node.ts';
import { type Schema, stated } from './schema.ts';
import { typesOf } from './types.ts';

/** A schema that takes null beside others, as two: `type: [string, 'null']` means the same as one of a string and null. */
export function apartFromNull(schema: Schema): readonly Schema[] {
  const types = typesOf(schema);
  if (!types?.has('null')) return [schema];
  // The notes of the rest say what there is to say of null.
  const nothing: Schema = { path: schema.path, keywords: new Map([['type', typeNodes(schema, ['null'])]]) };
  if (types.size === 1) return [nothing];
  const others = [...types].filter((type) => type !== 'null');
  const keywords = new Map([...schema.keywords].map(([keyword, nodes]) => [keyword, keyword === 'enum' ? nodes.map(withoutNull) : nodes]));
  return [{ path: schema.path, keywords: keywords.set('type', typeNodes(schema, others)) }, nothing];
}

function typeNodes(schema: Schema, types: readonly string[]): readonly Node[] {
  const [first] = stated(schema, 'type');
  const place = first ?? [...schema.keywords.values()].flat()[0];
  return place ? [place.absent((first ?? place).path.slice(0, -1)).beside('type', types)] : [];
}

function withoutNull(list: Node): Node {
  const values = list.items().filter((item) => canonical(item) !== 'null');
  return list.absent(list.path.slice(0, -1)).beside(
    list.path.at(-1) ?? 'enum',
    values.map(({ value }) => value),
  );
}

import { isMembers, isReference, type Node } from '../documents/node.ts';

/**
 * A schema with its `allOf` and its references taken apart: for each keyword all the places that state it, which must all be kept.
 * That is why a schema that is moved or written through `allOf` compares as the same.
 */
export interface Schema {
  /** Where it stands. */
  readonly path: readonly string[];
  readonly keywords: ReadonlyMap<string, readonly Node[]>;
}

/** What a data of this schema is never: the boolean schema `false`, as a keyword. */
export const NEVER = 'false';

/** Takes schemas apart that must all be kept. */
export function schemaOf(nodes: readonly Node[], path: readonly string[]): Schema {
  const keywords = new Map<string, readonly Node[]>();
  const add = (keyword: string, node: Node): unknown => keywords.set(keyword, [...(keywords.get(keyword) ?? []), node]);
  const taken = new Set<unknown>();
  const take = (node: Node): void => {
    const { written } = node;
    if (written === undefined || written === true || (isMembers(written) && taken.has(written))) return;
    if (isReference(written)) take(node.follow(written.$ref));
    else if (!isMembers(written)) add(NEVER, node);
    if (!isMembers(written)) return;
    taken.add(written);
    for (const [keyword, value] of Object.entries(written)) {
      if (keyword === '$ref') continue;
      const place = isReference(written) ? node.beside(keyword, value) : node.at(keyword);
      if (isConjunction(keyword, value)) for (const item of place.items()) take(item);
      else add(keyword, place);
    }
  };
  nodes.forEach(take);
  return { path, keywords };
}

/** The keywords of both, all to be kept. */
export function both(one: Schema, other: Schema): Schema {
  const keywords = new Map(one.keywords);
  for (const [keyword, nodes] of other.keywords) keywords.set(keyword, [...(keywords.get(keyword) ?? []), ...nodes]);
  return { path: other.path, keywords };
}

export function without(schema: Schema, ...dropped: readonly string[]): Schema {
  return { ...schema, keywords: new Map([...schema.keywords].filter(([keyword]) => !dropped.includes(keyword))) };
}

export function stated(schema: Schema, keyword: string): readonly Node[] {
  return schema.keywords.get(keyword) ?? [];
}

/** Where a keyword stands, or would stand. */
export function placeOf(schema: Schema, keyword: string): readonly string[] {
  return stated(schema, keyword)[0]?.path ?? [...schema.path, keyword];
}

/** The only alternative is one that must be kept. */
function isConjunction(keyword: string, value: unknown): boolean {
  return keyword === 'allOf' || ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value) && value.length === 1);
}

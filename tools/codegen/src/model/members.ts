import type { Schema, SchemaObject } from '../read/documents.ts';
import { isReference, resolve } from './resolve.ts';

/** What a schema declares of a value: `true` is any value as it is, an object the members that it may have; of a list, those of its elements. */
export type Members = true | { readonly [name: string]: Members };

/** Keywords whose schemas describe the value of the schema that they stand in; `items` because a list is described by its elements. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'items'] as const;

/**
 * The members that schemas declare together, through references and combinations, at any depth. What is open by its own words
 * (`additionalProperties`, `patternProperties`) is taken as it is.
 */
export function membersOf(schemas: readonly Schema[], document: object): Members {
  const parts = schemas.flatMap((schema) => partsOf(schema, document));
  const names = new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
  if (names.size === 0 || parts.some(isOpen)) return true;
  const inside = (name: string) => parts.flatMap(({ properties }) => (properties?.[name] === undefined ? [] : [properties[name]]));
  return Object.fromEntries([...names].map((name) => [name, membersOf(inside(name), document)]));
}

/** The schema itself, and every other that describes the same value. */
function partsOf(schema: Schema, document: object): readonly SchemaObject[] {
  if (typeof schema === 'boolean') return [];
  if (isReference(schema)) return partsOf(resolve<SchemaObject>(document, schema), document);
  const others = SAME_VALUE.flatMap((keyword) =>
    (schema[keyword] === undefined ? [] : [schema[keyword] as Schema | readonly Schema[]]).flat(),
  );
  return [schema, ...others.flatMap((other) => partsOf(other, document))];
}

function isOpen({ additionalProperties = false, patternProperties }: SchemaObject): boolean {
  return additionalProperties !== false || patternProperties !== undefined;
}

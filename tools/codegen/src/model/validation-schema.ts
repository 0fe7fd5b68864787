import type { Schema, SchemaObject } from '../read/documents.ts';
import type { Api } from './contract.ts';
import { isReference, referenceName } from './resolve.ts';

/** Keywords for people, which mean nothing to a validator. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['externalDocs', 'xml', 'discriminator', '$comment'],
]);
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
const LIST_KEYWORDS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAP_KEYWORDS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** The schema reduced to what validates; references lead to `<document>#/$defs/<name>`, where the components are. */
export function validationSchema(schema: Schema, document: Api | 'events'): Schema {
  if (typeof schema === 'boolean') return schema;
  const members = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] =>
    keyword.startsWith('x-') || ANNOTATIONS.has(keyword) ? [] : [[keyword, inner(keyword, value, document)]],
  );
  return Object.fromEntries(members);
}

/** All components of a document as one schema. */
export function componentSchemas(schemas: Readonly<Record<string, Schema>>, document: Api | 'events'): SchemaObject {
  const $defs = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, validationSchema(schema, document)]));
  return { $id: document, $defs };
}

/** Keywords whose work grows with the size of a value, by the keyword that bounds it. */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  maxItems: ['items', 'uniqueItems', 'contains'],
  maxLength: ['pattern', 'format'],
};

/**
 * The same schema for a validator that does not stop at the first fault: a list and a text are looked into only where they are no longer
 * than allowed. Otherwise a list of a million wrong entries would cost a million faults.
 */
export function boundedFirst<Node>(node: Node): Node {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(boundedFirst) as Node;
  const members = Object.entries(node).map(([name, value]): [string, unknown] => [name, boundedFirst(value)]);
  for (const [bound, keywords] of Object.entries(BOUNDED)) {
    const [limit] = members.filter(([name, value]) => name === bound && typeof value === 'number');
    const later = members.filter(([name]) => keywords.includes(name));
    if (limit === undefined || later.length === 0) continue;
    const others = members.filter((member) => !later.includes(member));
    return Object.fromEntries([...others, ['if', Object.fromEntries([limit])], ['then', Object.fromEntries(later)]]) as Node;
  }
  return Object.fromEntries(members) as Node;
}

function inner(keyword: string, value: unknown, document: Api | 'events'): unknown {
  if (keyword === '$ref' && isReference({ $ref: value })) return `${document}#/$defs/${referenceName(String(value))}`;
  if (SCHEMA_KEYWORDS.has(keyword)) return validationSchema(value as Schema, document);
  if (LIST_KEYWORDS.has(keyword)) return (value as readonly Schema[]).map((schema) => validationSchema(schema, document));
  if (!MAP_KEYWORDS.has(keyword)) return value;
  const entries = Object.entries(value as Readonly<Record<string, Schema>>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, validationSchema(schema, document)]));
}

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

function inner(keyword: string, value: unknown, document: Api | 'events'): unknown {
  if (keyword === '$ref' && isReference({ $ref: value })) return `${document}#/$defs/${referenceName(String(value))}`;
  if (SCHEMA_KEYWORDS.has(keyword)) return validationSchema(value as Schema, document);
  if (LIST_KEYWORDS.has(keyword)) return (value as readonly Schema[]).map((schema) => validationSchema(schema, document));
  if (!MAP_KEYWORDS.has(keyword)) return value;
  const entries = Object.entries(value as Readonly<Record<string, Schema>>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, validationSchema(schema, document)]));
}

import { CodegenError } from '../codegen-error.ts';
import type { Schema, SchemaObject } from '../read/documents.ts';

type Merge = (a: never, b: never) => unknown;

/** How two values of one keyword combine into one that satisfies both. A keyword that is not listed must be the same on both sides. */
const MERGES: Readonly<Record<string, Merge>> = {
  properties: mergeProperties,
  required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
  type: (a: string | string[], b: string | string[]) => [a].flat().filter((type) => [b].flat().includes(type)),
  enum: (a: unknown[], b: unknown[]) => a.filter((value) => b.includes(value)),
  ...Object.fromEntries(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((keyword) => [keyword, Math.max])),
  ...Object.fromEntries(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((keyword) => [keyword, Math.min])),
};

/** They say nothing about values, so the later one wins. */
const REMARKS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'example', 'examples']);

/**
 * One schema that accepts exactly what all of these accept. None of them may have a reference at its top level.
 *
 * @throws {CodegenError} `unsupported-schema` when two of them contradict each other in a way that cannot be merged
 */
export function mergeSchemas(schemas: readonly SchemaObject[]): SchemaObject {
  const merged: Record<string, unknown> = {};
  for (const [keyword, value] of schemas.flatMap((schema) => Object.entries(schema))) {
    merged[keyword] = keyword in merged ? mergeKeyword(keyword, merged[keyword], value) : value;
  }
  return merged;
}

function mergeKeyword(keyword: string, a: unknown, b: unknown): unknown {
  const merge = MERGES[keyword];
  if (merge) return merge(a as never, b as never);
  if (keyword.startsWith('x-') || REMARKS.has(keyword) || JSON.stringify(a) === JSON.stringify(b)) return b;
  throw new CodegenError(
    'unsupported-schema',
    `An allOf says both ${keyword} ${JSON.stringify(a)} and ${JSON.stringify(b)}; only one can be kept.`,
  );
}

/** A property that both sides describe must satisfy both. */
function mergeProperties(a: Readonly<Record<string, Schema>>, b: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const merged: Record<string, Schema> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const other = a[name];
    merged[name] = other === undefined || other === true ? schema : { allOf: [other, schema] };
  }
  return merged;
}

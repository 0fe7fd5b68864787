import { canonical } from '../documents/canonical.ts';
import type { Node } from '../documents/node.ts';
import { type Schema, stated } from './schema.ts';

/** The types that a schema allows; undefined is all of them. `number` includes `integer`. */
export function typesOf(schema: Schema): ReadonlySet<string> | undefined {
  const values = valuesOf(schema);
  if (values) return new Set([...values].map(typeOfJson));
  return statedTypes(schema);
}

/** Whether a schema takes whole numbers and no others. */
export function isWhole(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.has('integer') === true && !types.has('number');
}

/** The values that a schema allows as JSON, where it lists them. */
export function valuesOf(schema: Schema): ReadonlySet<string> | undefined {
  const lists = [...stated(schema, 'enum').map(listed), ...stated(schema, 'const').map((node) => [canonical(node)])];
  const [first, ...others] = lists;
  if (!first) return undefined;
  const types = statedTypes(schema);
  return new Set(first.filter((value) => others.every((list) => list.includes(value)) && isOf(types, typeOfJson(value))));
}

function statedTypes(schema: Schema): ReadonlySet<string> | undefined {
  const [first, ...others] = stated(schema, 'type').map((node) => expanded(node.value));
  if (!first) return undefined;
  return new Set([...first].filter((type) => others.every((types) => types.has(type))));
}

function expanded(type: unknown): ReadonlySet<string> {
  const names = (Array.isArray(type) ? type : [type]).map(String);
  return new Set(names.includes('number') ? [...names, 'integer'] : names);
}

function listed(node: Node): readonly string[] {
  return node.items().map((item) => canonical(item));
}

function isOf(types: ReadonlySet<string> | undefined, type: string): boolean {
  return types === undefined || types.has(type);
}

function typeOfJson(json: string): string {
  const value: unknown = JSON.parse(json);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

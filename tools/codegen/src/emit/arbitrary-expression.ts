import { CodegenError } from '../codegen-error.ts';
import { mergeSchemas } from '../model/merge-schemas.ts';
import { isReference } from '../model/resolve.ts';
import type { Schema, SchemaObject } from '../read/documents.ts';
import { literal, propertyName } from './literal.ts';
import { integerArbitrary, numberArbitrary } from './number-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** The components that a schema may refer to. */
export interface Components {
  /** The name of the constant that holds the arbitrary of a component. */
  nameOf($ref: string): string;
  schemaOf($ref: string): Schema;
}

/**
 * The arbitrary of a schema, as source over `fc`: every value that it makes satisfies the schema.
 *
 * @throws {CodegenError} `unsupported-schema`
 */
export function arbitraryExpression(schema: Schema, components: Components, depth = 0): string {
  if (schema === false) throw new CodegenError('unsupported-schema', 'No value satisfies the schema false.');
  if (schema === true) return 'fc.jsonValue()';
  if (isReference(schema)) return components.nameOf(schema.$ref);
  if (schema.allOf) return arbitraryExpression(withoutAllOf(schema, components), components, depth);
  if (schema.const !== undefined) return `fc.constant(${literal(schema.const)})`;
  if (schema.enum) return `fc.constantFrom(${valueList(schema.enum, depth)})`;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return choice(alternatives.map((alternative) => arbitraryExpression(alternative, components, depth)));
  if (schema.type === undefined) return 'fc.jsonValue()';
  return choice([schema.type].flat().map((type) => typedExpression(type, schema, components, depth)));
}

/** On one line where it fits, or one value to a line. */
function valueList(values: readonly unknown[], depth: number): string {
  const items = values.map((value) => literal(value));
  const flat = items.join(', ');
  const indent = '  '.repeat(depth + 1);
  return flat.length <= 100 ? flat : `\n${items.map((item) => `${indent}${item},\n`).join('')}${'  '.repeat(depth)}`;
}

function typedExpression(type: string, schema: SchemaObject, components: Components, depth: number): string {
  switch (type) {
    case 'null':
      return 'fc.constant(null)';
    case 'boolean':
      return 'fc.boolean()';
    case 'integer':
      return integerArbitrary(schema);
    case 'number':
      return numberArbitrary(schema);
    case 'string':
      return textArbitrary(schema);
    case 'array':
      return arrayExpression(schema, components, depth);
    case 'object':
      return objectExpression(schema, components, depth);
    default:
      throw new CodegenError('unsupported-schema', `The schema type ${type} is not one of JSON Schema's.`);
  }
}

function withoutAllOf(schema: SchemaObject, components: Components): SchemaObject {
  const { allOf = [], ...rest } = schema;
  const parts = [...allOf, rest].map((part) => flatten(part, components));
  return mergeSchemas(parts);
}

/** The schema without a reference or an allOf at its top. */
function flatten(schema: Schema, components: Components): SchemaObject {
  if (typeof schema === 'boolean') return {};
  if (isReference(schema)) return flatten(components.schemaOf(schema.$ref), components);
  return schema.allOf ? withoutAllOf(schema, components) : schema;
}

function choice(expressions: readonly string[]): string {
  const [only, ...others] = expressions;
  return only !== undefined && others.length === 0 ? only : `fc.oneof(${expressions.join(', ')})`;
}

function arrayExpression(schema: SchemaObject, components: Components, depth: number): string {
  const { items = true, minItems, maxItems, uniqueItems } = schema;
  const limits = [
    ...(minItems === undefined ? [] : [`minLength: ${minItems}`]),
    ...(maxItems === undefined ? [] : [`maxLength: ${maxItems}`]),
    ...(uniqueItems ? ['selector: (item) => JSON.stringify(item)'] : []),
  ];
  const options = limits.length === 0 ? '' : `, { ${limits.join(', ')} }`;
  return `fc.${uniqueItems ? 'uniqueArray' : 'array'}(${arbitraryExpression(items, components, depth)}${options})`;
}

function objectExpression(schema: SchemaObject, components: Components, depth: number): string {
  const { properties, required = [], additionalProperties, minProperties, maxProperties } = schema;
  if (!properties) return dictionaryExpression(schema, components, depth);
  if (minProperties !== undefined || maxProperties !== undefined || typeof additionalProperties === 'object') {
    throw new CodegenError('unsupported-schema', 'No arbitrary is known for an object with both named and counted or free members.');
  }
  const indent = '  '.repeat(depth + 1);
  const members = Object.entries(properties).map(
    ([name, member]) => `${indent}${propertyName(name)}: ${arbitraryExpression(member, components, depth + 1)},\n`,
  );
  const needed = required.filter((name) => name in properties);
  const keys = needed.length === Object.keys(properties).length ? '' : `requiredKeys: ${literal(needed)}, `;
  return `fc.record({\n${members.join('')}${'  '.repeat(depth)}}, { ${keys}noNullPrototype: true })`;
}

function dictionaryExpression(
  { additionalProperties = true, minProperties, maxProperties }: SchemaObject,
  components: Components,
  depth: number,
): string {
  if (additionalProperties === false) return 'fc.constant({})';
  const limits = [
    ...(minProperties === undefined ? [] : [`minKeys: ${minProperties}`]),
    ...(maxProperties === undefined ? [] : [`maxKeys: ${maxProperties}`]),
    'noNullPrototype: true',
  ];
  return `fc.dictionary(text(), ${arbitraryExpression(additionalProperties, components, depth)}, { ${limits.join(', ')} })`;
}

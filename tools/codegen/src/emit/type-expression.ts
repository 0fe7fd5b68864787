import { CodegenError } from '../codegen-error.ts';
import { APIS, type Api } from '../model/contract.ts';
import { deprecationOf } from '../model/deprecation.ts';
import { capital } from '../model/part.ts';
import { isReference, referenceName } from '../model/resolve.ts';
import type { Schema } from '../read/documents.ts';
import { type Documented, documentedObject } from './doc-comment.ts';
import { propertyName, stringLiteral } from './literal.ts';

/**
 * The TypeScript type of a schema, as an expression over the types of `openapiTypesEmitter`: a reference names the component, and
 * what stands inline (parameters, headers, small bodies) is written out.
 */
export function typeExpression(schema: Schema, api: Api): string {
  if (typeof schema === 'boolean') return 'unknown';
  if (isReference(schema)) return `${schemasAlias(api)}[${stringLiteral(referenceName(schema.$ref))}]`;
  if (schema.const !== undefined) return literalType(schema.const);
  if (schema.enum) return union(schema.enum.map(literalType));
  if (schema.allOf) return schema.allOf.map((part) => typeExpression(part, api)).join(' & ');
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return union(alternatives.map((part) => typeExpression(part, api)));
  return union([schema.type ?? 'unknown'].flat().map((type) => namedType(type, schema, api)));
}

/** What a doc comment can say of the type that a component is. */
export function schemaTexts(schema: Schema | undefined): Documented {
  return typeof schema === 'object' ? { description: schema.description, ...deprecationOf(schema) } : {};
}

/** The name under which a generated file knows the schemas of a document: `Customer['Anagrafica']`. */
export function schemasAlias(api: Api): string {
  return capital(api);
}

/**
 * The statements that make these names known, for the documents that a text uses. `extension` is that of the files of types, `folder` where
 * they are, seen from the file with the text.
 */
export function schemasImports(text: string, extension: 'ts' | 'js', folder: '.' | '..' = '.'): string {
  const used = APIS.filter((api) => text.includes(`${schemasAlias(api)}['`));
  const imports = used.map((api) => `import type { components as ${api}Components } from '${folder}/${api}.${extension}';\n`);
  const aliases = used.map(
    (api) => `/** The schemas of the ${schemasAlias(api)} API. */\ntype ${schemasAlias(api)} = ${api}Components['schemas'];\n`,
  );
  return used.length === 0 ? '' : `${imports.join('')}\n${aliases.join('')}\n`;
}

function namedType(type: string, schema: Exclude<Schema, boolean>, api: Api): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type;
    case 'array':
      return `ReadonlyArray<${typeExpression(schema.items ?? true, api)}>`;
    case 'object':
      return objectType(schema, api);
    default:
      throw new CodegenError('unsupported-schema', `The schema type ${type} is not one of JSON Schema's.`);
  }
}

/** On lines of their own where one says something of itself, since a declaration file loses a comment in the middle of a line. */
function objectType({ properties = {}, required = [] }: Exclude<Schema, boolean>, api: Api): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const declaration = `readonly ${propertyName(name)}${required.includes(name) ? '' : '?'}: ${typeExpression(schema, api)}`;
    return { ...schemaTexts(schema), declaration };
  });
  if (members.length === 0) return 'Readonly<Record<string, unknown>>';
  if (members.some(({ description, deprecation }) => description ?? deprecation)) return documentedObject(members, '  ');
  return `{ ${members.map(({ declaration }) => declaration).join('; ')} }`;
}

function literalType(value: unknown): string {
  return typeof value === 'string' ? stringLiteral(value) : String(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

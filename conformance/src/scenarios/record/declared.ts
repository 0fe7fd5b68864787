import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { componentSchemas, declaredMessages, type JsonSchema } from '../../generated/message-schemas.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { Json } from '../../model/json.ts';

/** A place where a value does not match its schema, and what is wrong there. */
export interface SchemaFault {
  /** A JSON pointer. */
  readonly at: string;
  readonly what: string;
}

let compiler: Ajv2020 | undefined;
const validators = new Map<JsonSchema, ValidateFunction>();

/** The first fault of a value against its schema. Undefined if there is none. */
export function schemaFault(schema: JsonSchema, value: unknown): SchemaFault | undefined {
  const validate = validators.get(schema) ?? compiled(schema);
  if (validate(value)) return undefined;
  const { instancePath = '', message = 'is not as declared', params = {} } = validate.errors?.[0] ?? {};
  const allowed = 'allowedValues' in params ? ` (${String(params.allowedValues)})` : '';
  return { at: instancePath, what: `${message}${allowed}` };
}

/** Whether a body matches the contract of an operation. */
export function isDeclaredBody(operation: OperationId, body: Json | undefined): boolean {
  const { body: schema } = declaredMessages[operation];
  return schema === undefined ? body === undefined : body !== undefined && schemaFault(schema, plain(body)) === undefined;
}

/** Whether a query matches the contract of an operation, with each parameter once. */
export function isDeclaredQuery(operation: OperationId, query: string): boolean {
  const parameters = [...new URLSearchParams(query)];
  const { query: declared } = declaredMessages[operation];
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) return false;
  return parameters.every(([name, value]) => {
    const schema = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return (
      schema !== undefined && [value, ...(/^\d+$/.test(value) ? [Number(value)] : [])].some((one) => schemaFault(schema, one) === undefined)
    );
  });
}

/** Compiles a schema when it is first needed, since most runs of a single rule need none. */
function compiled(schema: JsonSchema): ValidateFunction {
  if (compiler === undefined) {
    compiler = new Ajv2020({ strict: false, multipleOfPrecision: 6 });
    addFormats.default(compiler);
    for (const components of componentSchemas) compiler.addSchema(components);
  }
  const validate = compiler.compile(schema);
  validators.set(schema, validate);
  return validate;
}

/** The value with its large integers as numbers, which the validator needs. */
function plain(value: Json): unknown {
  return JSON.parse(JSON.stringify(value, (_name, item: unknown) => (typeof item === 'bigint' ? Number(item) : item)));
}

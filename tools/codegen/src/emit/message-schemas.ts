import type { Answer, Contract, Operation } from '../model/contract.ts';
import { componentSchemas, validationSchema } from '../model/validation-schema.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { literal, tableLiteral } from './literal.ts';

const TYPES = `import type { OperationId } from './operations.ts';

/** A JSON Schema (2020-12); a reference begins with the document that it leads into. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** What the contract declares of an answer with one status. */
export interface DeclaredAnswer {
  /** The names of the headers that it must have. */
  readonly headers: readonly string[];
  /** Undefined if it has no body. */
  readonly mediaType?: string;
  /** Of a body that is JSON. */
  readonly schema?: JsonSchema;
}

/** What the contract declares of an operation's messages. */
export interface DeclaredMessages {
  readonly body?: JsonSchema;
  readonly query: { readonly [name: string]: JsonSchema };
  readonly answers: { readonly [status: number]: DeclaredAnswer };
}

`;

/** message-schemas.ts: the schemas of requests and answers as data, so that whoever judges by them compiles them in its own way. */
export const messageSchemasEmitter: Emitter = {
  artefact: 'message-schemas',
  async emit(contract) {
    const { admin, customer } = contract.documents;
    const components = [
      componentSchemas(admin.components?.schemas ?? {}, 'admin'),
      componentSchemas(customer.components?.schemas ?? {}, 'customer'),
    ];
    const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer);
    const schemas = `/** The components of both documents. */
export const componentSchemas: readonly JsonSchema[] = ${literal(components)};\n\n`;
    const table = `export const declaredMessages: { readonly [Id in OperationId]: DeclaredMessages } = ${tableLiteral(rows(contract))};\n`;
    return [{ name: 'message-schemas.ts', content: source + TYPES + schemas + table }];
  },
};

function rows({ operations }: Contract): Readonly<Record<string, unknown>> {
  return Object.fromEntries(operations.map((operation) => [operation.id, row(operation)]));
}

function row({ api, body, parameters, answers, refusals }: Operation): Readonly<Record<string, unknown>> {
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name, schema }) => [name, validationSchema(schema, api)]);
  const declared = [...answers, ...refusals].map((answer) => [answer.status, declaredAnswer(answer, api)]);
  return {
    ...(body && { body: validationSchema(body.schema, api) }),
    query: Object.fromEntries(query),
    answers: Object.fromEntries(declared),
  };
}

function declaredAnswer({ headers, body }: Answer, api: Operation['api']): Readonly<Record<string, unknown>> {
  const required = headers.filter((one) => one.required).map(({ name }) => name);
  const isJson = body?.mediaType.endsWith('json') === true;
  return {
    headers: required,
    ...(body && { mediaType: body.mediaType }),
    ...(isJson && { schema: validationSchema(body.schema, api) }),
  };
}

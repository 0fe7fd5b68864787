import { createRequire } from 'node:module';
import { CodegenError } from '../codegen-error.ts';
import type { Contract } from '../model/contract.ts';
import { answerHeaderParts, answerParts, eventName, eventParts, type Part, requestParts } from '../model/part.ts';
import { boundedFirst, componentSchemas, validationSchema } from '../model/validation-schema.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { schemasImports, typeExpression } from './type-expression.ts';
import { FORMATS_MODULE } from './used-formats.ts';

type Subject = 'exchanges' | 'answers' | 'events';

const PARTS: Readonly<Record<Subject, (contract: Contract) => readonly Part[]>> = {
  exchanges: (contract) => [...requestParts(contract), ...answerParts(contract), ...answerHeaderParts(contract)],
  answers: answerParts,
  events: eventParts,
};

/** validators.js and validators.d.ts: one compiled validator for each part, in one file that needs nothing else to load. */
export function validatorsEmitter(subject: Subject): Emitter {
  return {
    artefact: 'validators',
    async emit(contract) {
      const parts = PARTS[subject](contract);
      const source = header(contract, ...(subject === 'events' ? [SOURCE_FILES.events] : [SOURCE_FILES.admin, SOURCE_FILES.customer]));
      return [
        { name: 'validators.js', content: source + (await compile(contract, parts, { allErrors: subject === 'exchanges' })) },
        { name: 'validators.d.ts', content: source + declarations(contract, parts) },
      ];
    },
  };
}

interface Options {
  /** Whether a validator says everything that is wrong: a server does, and a reader of answers and events stops at the first. */
  readonly allErrors: boolean;
  readonly coerceTypes?: 'array';
  readonly useDefaults?: boolean;
}

/** Text from a URL is coerced to the types of its schema and gets its defaults; JSON is taken as it is. */
async function compile(contract: Contract, parts: readonly Part[], options: Pick<Options, 'allErrors'>): Promise<string> {
  const { bundleModules } = await import('./standalone-module.ts');
  const fromText = parts.filter(({ kind }) => kind === 'params' || kind === 'query');
  const fromJson = parts.filter(({ kind }) => kind === 'body' || kind === 'answer' || kind === 'event');
  return bundleModules({
    json: await standalone(contract, fromJson, options),
    text: await standalone(contract, fromText, { ...options, coerceTypes: 'array', useDefaults: true }),
  });
}

async function standalone({ documents }: Contract, parts: readonly Part[], options: Options): Promise<string> {
  // CommonJS packages whose types say otherwise: `require` gives what they really export.
  const require = createRequire(import.meta.url);
  const { Ajv2020, _, Name } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as { default: (ajv: InstanceType<typeof Ajv2020>) => void };
  const { default: standaloneCode } = require('ajv/dist/standalone') as { default: typeof import('ajv/dist/standalone/index.js').default };
  const ajv = new Ajv2020({
    ...options,
    code: { source: true, esm: true, lines: true },
    inlineRefs: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    multipleOfPrecision: 6,
  });
  addFormats(ajv);
  ajv.opts.code.formats = _`${new Name(FORMATS_MODULE)}`;
  const shaped = options.allErrors ? boundedFirst : <Node>(node: Node): Node => node;
  for (const document of ['admin', 'customer', 'events'] as const)
    ajv.addSchema(shaped(componentSchemas(documents[document].components?.schemas ?? {}, document)));
  const names = Object.fromEntries(parts.map(({ name }) => [name, name]));
  try {
    for (const { name, schema, document } of parts) ajv.addSchema(shaped(validationSchema(schema, document)) as object, name);
    return `import * as ${FORMATS_MODULE} from '${FORMATS_MODULE}';\n${standaloneCode(ajv, names)}`;
  } catch (error) {
    throw new CodegenError(
      'unsupported-schema',
      `A schema cannot be compiled to a validator: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function declarations({ events }: Contract, parts: readonly Part[]): string {
  const types = new Map(events.map(({ type }) => [eventName(type), `EventoByType['${type}']`]));
  const validators = parts.map(({ name, schema, document }) => {
    const type = document === 'events' ? types.get(name) : typeExpression(schema, document);
    return `export declare const ${name}: Validator<${type}>;\n`;
  });
  const text = validators.join('');
  const eventImport = text.includes('EventoByType') ? "import type { EventoByType } from './events.js';\n\n" : '';
  return eventImport + schemasImports(text, 'js') + DECLARATIONS + text;
}

const DECLARATIONS = `/** One thing that a validator found wrong. */
export interface ValidationError {
  /** The keyword of the schema that is not satisfied. */
  readonly keyword: string;
  /** Where in the data: a JSON pointer. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Says whether data fits its schema; what was wrong with the data of the latest call stands in \`errors\`. */
export interface Validator<T> {
  (data: unknown): data is T;
  readonly errors?: readonly ValidationError[] | null;
}

`;

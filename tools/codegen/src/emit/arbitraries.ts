import { CodegenError } from '../codegen-error.ts';
import type { Api, Contract } from '../model/contract.ts';
import { eventName, eventParts, type Part, requestParts } from '../model/part.ts';
import { referenceName } from '../model/resolve.ts';
import type { Schema } from '../read/documents.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { arbitraryExpression, type Components } from './arbitrary-expression.ts';
import { type Emitter, header } from './emitter.ts';

/** arbitraries.ts: for each part of a request, and each event, an arbitrary of fast-check whose values satisfy the schema. */
export const arbitrariesEmitter: Emitter = {
  artefact: 'arbitraries',
  async emit(contract) {
    const constants = new ComponentConstants(contract);
    const parts = [...requestParts(contract), ...eventParts(contract)].map((part) => partConstant(part, constants.of(part.document)));
    const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer, SOURCE_FILES.events);
    return [
      {
        name: 'arbitraries.ts',
        content: `${source}${PREAMBLE}${constants.text()}\n${parts.join('\n')}\n${bodyTable(contract)}\n${eventTable(contract)}`,
      },
    ];
  },
};

function bodyTable({ operations }: Contract): string {
  const rows = operations.filter(({ body }) => body !== undefined).map(({ id }) => `  ${id}: ${id}Body,\n`);
  return `/** Bodies of each operation that takes one. */\nexport const bodies: { readonly [operation: string]: fc.Arbitrary<JsonObject> | undefined } = {\n${rows.join('')}};\n`;
}

function eventTable({ events }: Contract): string {
  const rows = events.map(({ type }) => `  '${type}': ${eventName(type)},\n`);
  return `/** Events of each type. */\nexport const events: { readonly [type: string]: fc.Arbitrary<JsonObject> } = {\n${rows.join('')}};\n`;
}

function partConstant({ name, schema }: Part, components: Components): string {
  return `export const ${name}: fc.Arbitrary<JsonObject> = ${arbitraryExpression(schema, components)};\n`;
}

/** One constant for each component that is used, after those that it needs itself. */
class ComponentConstants {
  readonly #contract: Contract;
  readonly #texts = new Map<string, string>();
  readonly #open: string[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  of(document: Api | 'events'): Components {
    const schemas = this.#contract.documents[document].components?.schemas ?? {};
    const schemaOf = ($ref: string): Schema => schemas[referenceName($ref)] ?? true;
    return { schemaOf, nameOf: ($ref) => this.#add(referenceName($ref), schemaOf($ref), document) };
  }

  text(): string {
    return [...this.#texts].map(([name, text]) => `const ${name} = ${text};\n`).join('\n');
  }

  #add(schemaName: string, schema: Schema, document: Api | 'events'): string {
    const name = `any${schemaName}`;
    if (this.#open.includes(name))
      throw new CodegenError('unsupported-schema', `The schema ${schemaName} contains itself; no arbitrary can be made of it.`);
    this.#open.push(name);
    const text = arbitraryExpression(schema, this.of(document));
    this.#open.pop();
    // The documents share their schemas; two that differ under one name must not become one constant.
    const earlier = this.#texts.get(name);
    if (earlier !== undefined && earlier !== text) {
      throw new CodegenError('unsupported-schema', `The documents mean different schemas by the name ${schemaName}.`);
    }
    this.#texts.set(name, text);
    return name;
  }
}

const PREAMBLE = `import * as fc from 'fast-check';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Printable text, some of it outside ASCII: each character is one code point. */
function text(limits: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  const letter = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 });
  const unit = fc.oneof({ weight: 9, arbitrary: letter }, { weight: 1, arbitrary: fc.constantFrom('à', 'è', 'ß', '€', '漢', '😀') });
  return fc.string({ ...limits, unit });
}

function instant(): fc.Arbitrary<string> {
  const range = { min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true };
  return fc.date(range).map((date) => date.toISOString());
}

function day(): fc.Arbitrary<string> {
  return instant().map((text) => text.slice(0, 10));
}

/** The path of fast-check makes a table of all characters first, which takes as long as the rest of a short run. */
function path(): fc.Arbitrary<string> {
  const segment = text().map((part) => \`/\${encodeURIComponent(part)}\`);
  return fc.array(segment).map((segments) => segments.join(''));
}

function url(): fc.Arbitrary<string> {
  return fc.tuple(fc.domain(), path()).map(([host, after]) => \`https://\${host}\${after}\`);
}

`;

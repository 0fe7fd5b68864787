import type { Answer, Contract, Operation } from '../model/contract.ts';
import { capital } from '../model/part.ts';
import { writtenForm } from '../model/written-form.ts';
import type { Schema } from '../read/documents.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { docComment, documentedObject, textOf } from './doc-comment.ts';
import { type Emitter, header } from './emitter.ts';
import { propertyName, stringLiteral } from './literal.ts';
import { schemasImports, schemaTexts, typeExpression } from './type-expression.ts';

/** The names of `packages/client/src/resources/contract-types.ts` that the file may use. */
const TYPES = 'Branded CallOptions EventGuid Id Input Listing ResourceTable Rewrite SentCall Success WriteOptions'.split(' ');

/** An operation under the name that callers use: `listArticolo` is `articolo.list`. */
interface NamedOperation {
  readonly operation: Operation;
  readonly verb: string;
  /** `Articolo`: the noun of the operationId. */
  readonly noun: string;
}

/**
 * methods/resources.ts: every operation that needs a token, by its own name, and the table that the client calls it by. It has a folder of its
 * own because it is written with types of the client, whose errors in turn are written with the other generated types.
 */
export const clientResourcesEmitter: Emitter = {
  artefact: 'resources',
  async emit(contract) {
    const named = contract.operations.filter(({ token }) => token).map(nameOperation);
    const company = named.filter(({ operation }) => operation.company);
    const config = named.filter(({ operation }) => !operation.company);
    const body = [
      entityAliases(named, contract),
      ...resourceInterfaces(named, contract),
      group('CompanyResources', 'What a company has.', company),
      group('ConfigResources', "What belongs to the user's configuration.", config),
      table('companyResources', 'CompanyResources', company, contract),
      table('configResources', 'ConfigResources', config, contract),
      answerHeaders(contract),
    ].join('\n');
    const used = TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
    const imports = `import type { ${used.join(', ')} } from '../../resources/contract-types.ts';\n`;
    const schemas = schemasImports(body, 'ts', '..').replace('\n\n', `\n${imports}\n`) || `${imports}\n`;
    const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer);
    return [{ name: 'methods/resources.ts', content: source + schemas + body }];
  },
};

function nameOperation(operation: Operation): NamedOperation {
  const [, verb = operation.id, noun = ''] = /^([a-z]+)(|[A-Z0-9_]\w*)$/.exec(operation.id) ?? [];
  return { operation, verb, noun };
}

function byNoun(named: readonly NamedOperation[]): ReadonlyMap<string, readonly NamedOperation[]> {
  const nouns = new Map<string, NamedOperation[]>();
  for (const one of named) nouns.set(one.noun, [...(nouns.get(one.noun) ?? []), one]);
  return new Map([...nouns].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The entities of each resource, with identifiers and tokens that are theirs alone. */
function entityAliases(named: readonly NamedOperation[], { documents }: Contract): string {
  const nouns = new Map<string, string>();
  const sent = new Set<string>();
  for (const { operation, noun } of named) {
    const body = operation.body && entityName(operation.body.schema, operation);
    if (body !== undefined) sent.add(body);
    for (const schema of [operation.body, ...operation.answers.map(({ body }) => body)].flatMap((body) => (body ? [body.schema] : []))) {
      const name = entityName(schema, operation);
      if (name !== undefined) nouns.set(name, noun);
    }
  }
  const aliases = [...nouns]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, noun]) => {
      const comment = docComment(schemaTexts(documents.customer.components?.schemas?.[name]), '');
      const type = `Branded<Customer['${name}'], '${noun}'>`;
      return `${comment}export type ${name} = ${sent.has(name) ? `Input<${type}>` : type};\n`;
    });
  return aliases.join('');
}

/** The component of the Customer API that a schema is, or is a list of. */
function entityName(schema: Schema, { api }: Operation): string | undefined {
  return /^(?:ReadonlyArray<)?Customer\['(\w+)'\]>?$/.exec(typeExpression(schema, api))?.[1];
}

function entityType(schema: Schema, operation: Operation, noun: string): string {
  return entityName(schema, operation) ?? `Branded<${typeExpression(schema, operation.api)}, ${stringLiteral(noun)}>`;
}

function resourceInterfaces(named: readonly NamedOperation[], contract: Contract): readonly string[] {
  return [...byNoun(named)].map(([noun, operations]) => {
    const methods = operations.map((one) => `${comment(one)}  ${one.verb}(${parameters(one, contract)}): ${result(one)};\n`);
    const verbs = operations.map(({ verb }) => `\`${verb}\``).join(', ');
    return `/** The calls of the client to \`${memberName(noun)}\`: ${verbs}. */\nexport interface ${noun}Resource {\n${methods.join('')}}\n`;
  });
}

function comment({ operation }: NamedOperation): string {
  return docComment(operation, '  ');
}

/** Identifiers first, as they stand in the path; then the body, or the query. */
function parameters(named: NamedOperation, contract: Contract): string {
  const { operation, noun } = named;
  const identifiers = pathNames(operation).map((name) => `${name}: ${identifierType(name, noun)}`);
  const body = operation.body ? [`body: ${bodyType(named, operation.body.schema, contract)}`] : [];
  const query = takesQuery(named) ? [`query?: ${queryType(named)}`] : [];
  return [...identifiers, ...body, ...query, `options?: ${operation.acceptsKey ? 'WriteOptions' : 'CallOptions'}`].join(', ');
}

/** A body that differs from what is read may be that, with changes: the client writes it as the contract says. */
function bodyType(named: NamedOperation, schema: Schema, contract: Contract): string {
  const { operation, noun } = named;
  const written = entityType(schema, operation, noun);
  const read = differences(named, contract).length > 0 ? operation.answers[0]?.body : undefined;
  return read ? `Rewrite<${entityType(read.schema, operation, noun)}, ${written}>` : written;
}

function differences({ operation }: NamedOperation, { documents }: Contract): readonly string[] {
  const { concurrency, body, answers, api } = operation;
  const read = answers[0]?.body;
  return concurrency && body && read ? writtenForm(read.schema, body.schema, documents[api]) : [];
}

/** A list always takes one, so that options are its second argument, whatever it can be asked for. */
function takesQuery({ operation, verb }: NamedOperation): boolean {
  return verb === 'list' || queryNames(operation).length > 0;
}

function queryNames({ parameters }: Operation): readonly string[] {
  return parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
}

/** The client knows the version and the company; the caller gives the rest. */
function pathNames({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'version' || name === 'companyId' ? [] : [name]));
}

function identifierType(name: string, noun: string): string {
  if (name === 'eventGuid') return 'EventGuid';
  return `Id<${stringLiteral(name === 'id' ? noun : capital(name.replace(/Id$/, '')))}>`;
}

function queryType({ operation: { parameters, api }, verb, noun }: NamedOperation): string {
  const members = parameters
    .filter(({ in: place }) => place === 'query')
    .map(({ name, schema, required, ...documented }) => {
      const type = verb === 'list' && name === 'after' ? cursorType(typeExpression(schema, api), noun) : typeExpression(schema, api);
      // What is undefined is not given, also where `exactOptionalPropertyTypes` is on.
      const optional = required ? `: ${type}` : `?: ${type} | undefined`;
      return { ...documented, declaration: `readonly ${propertyName(name)}${optional}` };
    });
  return documentedObject(members, '  ');
}

/** A list goes on after an entry of its own: the cursor is that entry's identifier. */
function cursorType(type: string, noun: string): string {
  if (type.endsWith("['EventGuid']")) return 'EventGuid';
  return type === 'number' ? `Id<${stringLiteral(noun)}>` : type;
}

function result({ operation, verb, noun }: NamedOperation): string {
  if (verb === 'list') return `Listing<${dataType(operation.answers[0], operation, noun)}>`;
  return `SentCall<${operation.answers.map((answer) => successType(answer, operation, noun)).join(' | ')}>`;
}

function successType(answer: Answer, operation: Operation, noun: string): string {
  const headers = answer.headers.map(({ name, required, schema, ...documented }) => {
    return { ...documented, declaration: `readonly ${propertyName(name)}${required ? '' : '?'}: ${typeExpression(schema, operation.api)}` };
  });
  const others = headers.length === 0 ? '' : `, ${documentedObject(headers, '  ')}`;
  return `Success<${answer.status}, ${dataType(answer, operation, noun)}${others}>`;
}

/** What an answer holds; of a list, its entries. */
function dataType(answer: Answer | undefined, operation: Operation, noun: string): string {
  if (!answer?.body) return 'undefined';
  if (!answer.body.mediaType.endsWith('json')) return 'string';
  return entityType(answer.body.schema, operation, noun);
}

function group(name: string, summary: string, named: readonly NamedOperation[]): string {
  const members = [...byNoun(named)].map(
    ([noun, operations]) => `${nounComment(operations)}  readonly ${memberName(noun)}: ${noun}Resource;\n`,
  );
  return `/** ${summary} */\nexport interface ${name} {\n${members.join('')}}\n`;
}

/** What its operations do, as their summaries say: "List companies." */
function nounComment(operations: readonly NamedOperation[]): string {
  const summaries = operations.flatMap(({ operation: { summary } }) => (summary ? [textOf(summary, undefined)] : []));
  return docComment({ description: summaries.join(' ') }, '  ');
}

function memberName(noun: string): string {
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
}

/**
 * A row holds the method, the path, and what else is in the call or the answer: `body`, `list`, `query` or `text`. Behind `list` and `query`
 * stand the names of the query; behind `body`, what is written otherwise than it is read.
 */
function table(name: string, type: string, named: readonly NamedOperation[], contract: Contract): string {
  const rows = [...byNoun(named)].map(([noun, operations]) => {
    const cells = operations.map((one) => `    ${one.verb}: ${stringLiteral(row(one, contract))},\n`);
    return `  ${memberName(noun)}: {\n${cells.join('')}  },\n`;
  });
  return `/** How the client sends each call of \`${type}\`. */\nexport const ${name}: ResourceTable<${type}> = {\n${rows.join('')}};\n`;
}

function row(named: NamedOperation, contract: Contract): string {
  const { operation, verb } = named;
  const text = operation.answers.some(({ body }) => body && !body.mediaType.endsWith('json'));
  const words = operation.body ? ['body', ...differences(named, contract)] : text ? ['text'] : [];
  const query = takesQuery(named) ? [verb === 'list' ? 'list' : 'query', ...queryNames(operation)] : [];
  return [operation.method, operation.path, ...words, ...query].join(' ');
}

function answerHeaders({ operations }: Contract): string {
  const names = new Set(
    operations.flatMap(({ answers, token }) => (token ? answers.flatMap(({ headers }) => headers) : [])).map(({ name }) => name),
  );
  return `/** Every header that an answer of the contract can carry. */\nexport const answerHeaders: readonly string[] = [${[...names]
    .sort()
    .map(stringLiteral)
    .join(', ')}];\n`;
}

import { CodegenError } from '../codegen-error.ts';
import type { Sources } from '../read/sources.ts';
import type { Contract, Operation } from './contract.ts';
import { buildEvents } from './event-message.ts';
import { buildOperations } from './operation.ts';

/**
 * The model of a contract that was read.
 *
 * @throws {CodegenError} `broken-document` for an operationId that both APIs have, and for a rule that binds an unknown operation
 */
export function buildContract(sources: Sources): Contract {
  const { admin, customer, events, folder } = sources;
  const operations = [...buildOperations('admin', admin), ...buildOperations('customer', customer)].sort(by((operation) => operation.id));
  const contract: Contract = {
    origin: folder.shown(folder.root).replace(/\/$/, ''),
    version: sources.version,
    versions: versionsOf(operations),
    operations,
    events: [...buildEvents(events)].sort(by((event) => event.type)),
    rules: sources.rules.map(({ rule }) => ({ ...rule, operations: [...rule.operations].sort() })).sort(by((rule) => rule.id)),
    problems: [...sources.problems].sort(by((problem) => problem.code)),
    documents: { admin, customer, events },
  };
  refuseTwins(contract);
  refuseUnknownBindings(sources, contract);
  return contract;
}

function versionsOf(operations: readonly Operation[]): readonly string[] {
  const values = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, schema }) => (name === 'version' && typeof schema === 'object' ? (schema.enum ?? []) : [])),
  );
  return [...new Set(values.map(String))].sort();
}

/** Redocly has looked for duplicates inside each document, but the two documents share one table of operations. */
function refuseTwins({ operations }: Contract): void {
  const twin = operations.find((operation, index) => operations[index + 1]?.id === operation.id);
  if (twin)
    throw new CodegenError('broken-document', `The operationId ${twin.id} stands in both OpenAPI documents; one of them must change.`);
}

function refuseUnknownBindings({ folder, rules }: Sources, { operations, events }: Contract): void {
  const known = new Set([...operations.map(({ id }) => id), ...events.map(({ type }) => type)]);
  for (const { rule, row } of rules) {
    const unknown = rule.operations.find((name) => !known.has(name));
    if (unknown !== undefined)
      throw folder.broken(row.at, `${rule.id} binds ${unknown}, but no document has such an operation or event type.`);
  }
}

function by<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)));
}

import { type BindingFault, bindRules, circlesOf, referencesIn } from '@business-cloud/specs/internal';
import { CodegenError } from '../codegen-error.ts';
import type { RuleRow } from '../read/rules.ts';
import type { Sources } from '../read/sources.ts';
import type { Contract, Operation, Rule } from './contract.ts';
import { buildEvents } from './event-message.ts';
import { buildOperations } from './operation.ts';
import { referenceName } from './resolve.ts';

/**
 * The model of a contract that was read.
 *
 * @throws {CodegenError} `broken-document` for an operationId that both APIs have, for more than one version of the API, and for a rule whose selectors say nothing of the documents;
 * `unsupported-schema` for a schema that holds itself
 */
export function buildContract(sources: Sources): Contract {
  const { admin, customer, events, folder, rules } = sources;
  for (const document of [admin, customer, events]) refuseCircles(document);
  const { rulesOf, boundBy, faults } = bindRules(rules, [{ ...admin }, { ...customer }, { ...events }]);
  const idsOf = (name: string): readonly string[] => (rulesOf.get(name) ?? []).toSorted();
  const operations = [...buildOperations('admin', admin, idsOf), ...buildOperations('customer', customer, idsOf)];
  operations.sort(by((operation) => operation.id));
  const contract: Contract = {
    origin: folder.shown(folder.root).replace(/\/$/, ''),
    version: sources.version,
    apiVersion: apiVersionOf(operations),
    operations,
    events: [...buildEvents(events)].sort(by((event) => event.type)),
    rules: rules.map((rule) => buildRule(rule, boundBy.get(rule.id) ?? [])).sort(by((rule) => rule.id)),
    problems: [...sources.problems].sort(by((problem) => problem.code)),
    limits: sources.limits,
    documents: { admin, customer, events },
  };
  refuseSharedIds(contract);
  refuseFaults(sources, faults);
  return contract;
}

function buildRule({ binds, row, ...rule }: RuleRow, bound: readonly string[]): Rule {
  return { ...rule, operations: bound.toSorted() };
}

/** Two versions side by side are not supported (D-19). */
function apiVersionOf(operations: readonly Operation[]): string {
  const values = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, schema }) => (name === 'version' && typeof schema === 'object' ? (schema.enum ?? []) : [])),
  );
  const [version, ...others] = new Set(values.map(String));
  if (version !== undefined && others.length === 0) return version;
  const found = version === undefined ? 'none' : [version, ...others].join(' and ');
  throw new CodegenError(
    'broken-document',
    `The path parameter version has one value in all operations, and the documents have ${found} (D-19).`,
  );
}

/** Types, validators and arbitrary values of a schema that holds itself have no end. */
function refuseCircles(document: object): void {
  const [circle] = circlesOf(referencesIn(document, '#', ($ref) => $ref));
  if (circle === undefined) return;
  const name = referenceName(circle.to);
  throw new CodegenError(
    'unsupported-schema',
    `The schema ${name} holds itself, by way of ${circle.at}; \`pnpm check:specs\` says in which line of which file.`,
  );
}

/** Redocly has looked for duplicates inside each document, but the two documents share one table of operations. */
function refuseSharedIds({ operations }: Contract): void {
  const duplicate = operations.find((operation, index) => operations[index + 1]?.id === operation.id);
  if (duplicate)
    throw new CodegenError('broken-document', `The operationId ${duplicate.id} is in both OpenAPI documents. Change one of them.`);
}

function refuseFaults({ folder, rules }: Sources, [fault]: readonly BindingFault[]): void {
  const broken = rules.find(({ id }) => id === fault?.id);
  if (fault && broken) throw folder.broken(broken.row.at, `${fault.id}: ${fault.message}.`);
}

function by<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)));
}

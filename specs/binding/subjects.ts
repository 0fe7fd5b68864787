import { resolvePointer } from '../lint/examples/pointer.ts';
import { isNode, type Node, nodeOf, stringsOf } from '../lint/visitor.ts';

/** What a selector can ask for. */
export const CONDITIONS = [
  'operation',
  'method',
  'resource',
  'token',
  'license',
  'parameter',
  'idempotency',
  'concurrency',
  'status',
  'problem',
  'fires',
  'event',
] as const;

export type Condition = (typeof CONDITIONS)[number];

/** What a rule can bind, an operation or an event type, with what the documents say of it. */
export interface Subject {
  /** The operationId or the event type. */
  readonly name: string;
  /** Its node of the document. */
  readonly node: Node;
  /** For each condition the words that meet it; no word where the subject lacks what the condition asks for. */
  readonly facts: Readonly<Partial<Record<Condition, readonly string[]>>>;
}

/** The operations and event types of bundled documents, OpenAPI and AsyncAPI, in the order of the documents. */
export function subjectsOf(documents: readonly Node[]): readonly Subject[] {
  return documents.flatMap((document) => [...operationsOf(document), ...eventsOf(document)]);
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

function operationsOf(document: Node): readonly Subject[] {
  return Object.entries(nodeOf(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const node = isNode(item) ? item[method] : undefined;
      return isNode(node) && isNode(item) ? [operationOf({ document, path, item, method, node })] : [];
    }),
  );
}

interface Place {
  readonly document: Node;
  readonly path: string;
  readonly item: Node;
  readonly method: string;
  readonly node: Node;
}

function operationOf({ document, path, item, method, node }: Place): Subject {
  const name = String(node.operationId);
  const security = new Set(listOf(node.security ?? document.security).flatMap((alternative) => Object.keys(nodeOf(alternative))));
  const parameters = [...listOf(item.parameters), ...listOf(node.parameters)].map((parameter) => follow(document, parameter));
  const responses = nodeOf(node.responses);
  const facts = {
    operation: [name],
    method: [method.toUpperCase()],
    resource: resourcesOf(path),
    token: wordIf(security.has('bearer'), 'bearer'),
    // The license key of the company in the path; if there is none, that of any company of the user (D-04).
    license: wordIf(security.has('licenseKey'), path.includes('{companyId}') ? 'company' : 'any'),
    parameter: parameters.map((parameter) => String(parameter.name)),
    idempotency: wordIf(node['x-idempotency'] === true, 'key'),
    concurrency: wordIf(node['x-concurrency'] === true, 'token'),
    status: Object.keys(responses),
    problem: Object.values(responses).flatMap((response) => stringsOf(follow(document, response)['x-problems'])),
    fires: typeof node['x-fires'] === 'string' ? wordsOfType(node['x-fires']) : [],
  };
  return { name, node, facts };
}

function eventsOf(document: Node): readonly Subject[] {
  return Object.values(nodeOf(document.channels)).flatMap((channel) =>
    Object.entries(nodeOf(nodeOf(channel).messages)).map(([key, message]) => {
      const node = follow(document, message);
      const name = String(node.name ?? key);
      return { name, node, facts: { event: wordsOfType(name) } };
    }),
  );
}

/** The words of a path that are neither its version nor its area: `articolo`; `Documento` and `emit`; `webhook`. */
function resourcesOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== 'api' && segment !== 'config' && !segment.startsWith('{'));
}

/** An event type answers to its whole name and to what happened: `Documento.Emit` and `Emit`. */
function wordsOfType(type: string): readonly string[] {
  return [type, type.slice(type.lastIndexOf('.') + 1)];
}

function wordIf(has: boolean, word: string): readonly string[] {
  return has ? [word] : [];
}

function follow(document: Node, value: unknown): Node {
  const node = nodeOf(value);
  return typeof node.$ref === 'string' ? follow(document, resolvePointer(document, node.$ref)) : node;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

import { compareMembers, exactlyOr, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, within } from '../model/scope.ts';
import type { ApiScope } from './api-scope.ts';
import { compareFired, compareIdempotency, markChanged } from './marks.ts';
import { compareParameters } from './parameters.ts';
import { compareRequestBody } from './request-body.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

interface Operation {
  readonly id: string;
  readonly route: string;
  /** The same without the names of the parameters in the path: requests do not carry these. */
  readonly address: string;
  readonly path: Node;
  readonly node: Node;
}

/** Compares the operations of two documents: those with the same operationId, else those with the same method and path. */
export function compareOperations(before: Node, after: Node, scope: ApiScope): void {
  comparePathItems(before.at('paths'), after.at('paths'), scope);
  const [was, is] = [operationsOf(before), operationsOf(after)];
  for (const old of was) {
    const fresh =
      is.find(({ id }) => id === old.id) ?? is.find(({ id, address }) => address === old.address && !was.some((other) => other.id === id));
    if (!fresh) tellRemoved(old, after, scope);
    else compareOperation(old, fresh, before, after, scope);
  }
  for (const fresh of is) {
    if (was.some(({ id, address }) => id === fresh.id || (address === fresh.address && !is.some((other) => other.id === id)))) continue;
    note(scope, 'operation-added', fresh.node.path, `${fresh.id} (${fresh.route}) is added`);
  }
}

/** Nothing leaves the API without having been deprecated in a release, and none before the day that this release named (D-19). */
function tellRemoved({ id, route, node }: Operation, after: Node, scope: ApiScope): void {
  const sunset = node.at('x-deprecation', 'sunset').value;
  const isOver = node.at('deprecated').value === true && typeof sunset === 'string' && sunset <= today();
  const kind = isOver ? 'operation-removed' : 'operation-removed-early';
  note(scope, kind, after.at('paths', ...node.path.slice(1)).path, `${id} (${route}) is removed`);
}

/** As days are written in the documents; they sort like text. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function operationsOf(document: Node): readonly Operation[] {
  const paths = document.at('paths');
  return paths.keys().flatMap((path) =>
    METHODS.filter((method) => paths.at(path, method).exists).map((method) => {
      const node = paths.at(path, method);
      const route = `${method.toUpperCase()} ${path}`;
      const address = route.replaceAll(/\{[^}]*\}/g, '{}');
      return { id: String(node.at('operationId').value ?? route), route, address, path: paths.at(path), node };
    }),
  );
}

/** What stands beside the operations of a path; parameters are compared with each operation. */
function comparePathItems(before: Node, after: Node, scope: ApiScope): void {
  const others = { ...NOTES, parameters: passOver, ...Object.fromEntries(METHODS.map((method) => [method, passOver])) };
  for (const path of before.keys()) {
    if (after.at(path).exists) compareMembers(before.at(path), after.at(path), others, within(scope, path));
  }
}

function compareOperation(old: Operation, fresh: Operation, before: Node, after: Node, outer: ApiScope): void {
  const scope: ApiScope = { ...outer, ...within(outer, fresh.id) };
  if (old.id !== fresh.id) note(scope, 'operation-renamed', fresh.node.at('operationId').path, `operationId was ${old.id}, is ${fresh.id}`);
  if (old.address !== fresh.address) note(scope, 'operation-moved', fresh.node.path, `was ${old.route}, is ${fresh.route}`);
  compareParameters([old.path, old.node], [fresh.path, fresh.node], scope);
  compareSecurity(securityOf(old, before), securityOf(fresh, after), scope);
  compareMembers(
    old.node,
    fresh.node,
    {
      ...NOTES,
      operationId: passOver,
      parameters: passOver,
      security: passOver,
      requestBody: (was, is) => compareRequestBody(was, is, scope),
      responses: (was, is) => compareResponses(was, is, scope),
      // Computed: the register of rules tells what binds what.
      'x-rules': passOver,
      'x-fires': compareFired,
      'x-idempotency': compareIdempotency,
      'x-concurrency': exactlyOr(false, 'concurrency-changed'),
      'x-header-word': markChanged,
    },
    scope,
  );
}

function securityOf({ node }: Operation, document: Node): Node {
  return node.at('security').exists ? node.at('security') : document.at('security');
}

import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import type { JsonObject } from '../../model/json.ts';
import { additionsTo, changesTo, manyBodies, withAdditions } from './declared-members.ts';

/** A change of a body in one place only. */
export interface ChangeAlone {
  /** What is changed, as a JSON pointer. */
  readonly at: string;
  readonly apply: (body: JsonObject) => JsonObject;
}

/** The changes of a body in one place each, by kind. Each kind gets the body as the kinds before it left it. */
export function changesAlone(operation: OperationId, resource: Resource): readonly ((body: JsonObject) => readonly ChangeAlone[])[] {
  const drawn = manyBodies(operation);
  return [
    (body) =>
      additionsTo(body, drawn, resource).map(({ path, value }) => ({
        at: pointer(path),
        apply: (to) => withAdditions(to, [{ path, value }]),
      })),
    (body) =>
      changesTo(body, drawn, resource)
        .filter(({ present }) => present)
        .map(({ path, value }) => ({ at: pointer(path), apply: (to) => withAdditions(to, [{ path, value }]) })),
    (body) =>
      lists(body).map((name) => ({ at: `${pointer([name])}, with more entries`, apply: (to) => ({ ...to, [name]: twice(to[name]) }) })),
    (body) => removable(body, resource).map((name) => ({ at: `${pointer([name])}, left out`, apply: (to) => without(to, name) })),
  ];
}

function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${step}`).join('');
}

function lists(body: JsonObject): readonly string[] {
  return Object.keys(body).filter((name) => Array.isArray(body[name]));
}

function twice(value: JsonObject[string] | undefined): JsonObject[string] {
  return Array.isArray(value) ? [...value, ...value] : (value ?? null);
}

/** All members except those that name the object or another one. A target refuses a body without a required member. */
function removable(body: JsonObject, { label, token, references }: Resource): readonly string[] {
  const kept = new Set([label, token, ...references.map(({ path }) => path[0])]);
  return Object.keys(body).filter((name) => !kept.has(name));
}

function without(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));
}

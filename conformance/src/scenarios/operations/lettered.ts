import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import { manyBodies } from './declared-members.ts';

/** The body with an ending after each of its free texts, at any depth; a name, which is looked for as it was sent, is left out. */
export function lettered(body: JsonObject, operation: OperationId, { label }: Resource, ending: string): JsonObject {
  const entries = Object.entries(body).map(([name, value]) => {
    const examples = membersOf(manyBodies(operation), name);
    return [name, name === label ? value : ended(value, examples, ending)];
  });
  return Object.fromEntries(entries);
}

function ended(value: Json, examples: readonly Json[], ending: string): Json {
  if (typeof value === 'string') return isFree(examples) ? value + ending : value;
  if (Array.isArray(value)) {
    const entries = examples.flatMap((example) => (Array.isArray(example) ? example : []));
    return value.map((entry: Json) => ended(entry, entries, ending));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, ended(member, membersOf(examples, name), ending)]);
  return Object.fromEntries(members);
}

/** Whether a text of a member may hold any letter. */
function isFree(examples: readonly Json[]): boolean {
  return examples.some((example) => typeof example === 'string' && /[^ -~]/.test(example));
}

function membersOf(objects: readonly Json[], name: string): readonly Json[] {
  return objects.filter(isObject).flatMap((object) => (object[name] === undefined ? [] : [object[name]]));
}

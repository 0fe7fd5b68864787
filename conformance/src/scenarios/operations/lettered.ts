import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import { manyBodies } from './declared-members.ts';
import { type Examples, examplesIn } from './examples.ts';

/** The body with an ending after each of its free texts, at any depth. The name stays, because it is searched for as it was sent. */
export function lettered(body: JsonObject, operation: OperationId, { label }: Resource, ending: string): JsonObject {
  const examples = examplesIn(manyBodies(operation));
  const entries = Object.entries(body).map(([name, value]) => [name, name === label ? value : ended(value, examples.member(name), ending)]);
  return Object.fromEntries(entries);
}

function ended(value: Json, examples: Examples, ending: string): Json {
  if (typeof value === 'string') return examples.isFree ? value + ending : value;
  if (Array.isArray(value)) return value.map((entry: Json) => ended(entry, examples.entries, ending));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, ended(member, examples.member(name), ending)]);
  return Object.fromEntries(members);
}

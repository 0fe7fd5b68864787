import type { Node } from '../documents/node.ts';
import { note, within } from '../model/scope.ts';
import { NEVER, placeOf, type Schema, schemaOf, stated } from './schema.ts';
import { type SchemaScope, vary } from './variation.ts';

/** Compares the members of objects: which there are, which must be there, and what each may be. */
export function compareObjectMembers(before: Schema, after: Schema, scope: SchemaScope): void {
  const [was, is] = [propertiesOf(before, scope), propertiesOf(after, scope)];
  for (const name of new Set([...was.keys(), ...is.keys(), ...requiredNames(before, scope), ...requiredNames(after, scope)])) {
    const [old, fresh] = [was.get(name), is.get(name)];
    if (old && !fresh)
      note(scope, `${scope.direction}-member-removed`, [...placeOf(after, 'properties'), name], `member ${name} is removed`);
    else if (!old && fresh) tellAdded(name, fresh, before, after, scope);
    else compareMember(name, before, after, scope);
  }
}

function compareMember(name: string, before: Schema, after: Schema, scope: SchemaScope): void {
  const inside: SchemaScope = { ...scope, ...within(scope, name) };
  const [wasRequired, isRequired] = [requiredAt(before, name, scope), requiredAt(after, name, scope)];
  const path = isRequired ?? propertiesOf(after, scope).get(name)?.[0]?.path ?? placeOf(after, 'required');
  if (!wasRequired && isRequired) vary(inside, 'narrowed', path, `member ${name} was optional, is required`);
  if (wasRequired && !isRequired) vary(inside, 'widened', path, `member ${name} was required, is optional`);
  scope.inside.nodes(propertiesOf(before, scope).get(name) ?? [], propertiesOf(after, scope).get(name) ?? [], inside);
}

function tellAdded(name: string, nodes: readonly Node[], before: Schema, after: Schema, scope: SchemaScope): void {
  const path = nodes[0]?.path ?? after.path;
  const isRequired = requiredAt(after, name, scope) !== undefined;
  const text = `${isRequired ? 'required' : 'optional'} member ${name} is added`;
  // A reader with the old schema refuses what it does not name.
  if (scope.direction === 'answer' && isClosed(before)) vary(scope, 'widened', path, `${text} to an object that had no others`);
  else if (scope.direction === 'answer') note(scope, isRequired ? 'answer-member-promised' : 'answer-member-added', path, text);
  else note(scope, isRequired ? 'request-member-demanded' : 'request-member-added', path, text);
}

/** A member by the name that tells it from others. */
function known(name: string, { areHeaders }: SchemaScope): string {
  return areHeaders ? name.toLowerCase() : name;
}

function propertiesOf(schema: Schema, scope: SchemaScope): ReadonlyMap<string, readonly Node[]> {
  const members = new Map<string, readonly Node[]>();
  for (const properties of stated(schema, 'properties')) {
    for (const written of properties.keys()) {
      const name = known(written, scope);
      members.set(name, [...(members.get(name) ?? []), properties.at(written)]);
    }
  }
  return members;
}

function requiredNames(schema: Schema, scope: SchemaScope): readonly string[] {
  return requiredItems(schema).map(({ value }) => known(String(value), scope));
}

/** Where a member is said to be required. */
function requiredAt(schema: Schema, name: string, scope: SchemaScope): readonly string[] | undefined {
  return requiredItems(schema).find(({ value }) => known(String(value), scope) === name)?.path;
}

function requiredItems(schema: Schema): readonly Node[] {
  return stated(schema, 'required').flatMap((list) => list.items());
}

function isClosed(schema: Schema): boolean {
  const others = stated(schema, 'additionalProperties');
  return schemaOf(others, schema.path).keywords.has(NEVER);
}

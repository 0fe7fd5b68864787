import type { Node } from '../documents/node.ts';
import { note, within } from '../model/scope.ts';
import { NEVER, placeOf, type Schema, schemaOf, stated } from './schema.ts';
import { type SchemaScope, vary } from './variation.ts';

/** Compares the members of objects: which there are, which must be there, and what each may be. */
export function compareObjectMembers(before: Schema, after: Schema, scope: SchemaScope): void {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  for (const name of new Set([...was.keys(), ...is.keys(), ...requiredNames(before), ...requiredNames(after)])) {
    const [old, fresh] = [was.get(name), is.get(name)];
    if (old && !fresh)
      note(scope, `${scope.direction}-member-removed`, [...placeOf(after, 'properties'), name], `member ${name} is removed`);
    else if (!old && fresh) tellAdded(name, fresh, before, after, scope);
    else compareMember(name, before, after, scope);
  }
}

function compareMember(name: string, before: Schema, after: Schema, scope: SchemaScope): void {
  const inside: SchemaScope = { ...scope, ...within(scope, name) };
  const [wasRequired, isRequired] = [requiredAt(before, name), requiredAt(after, name)];
  const path = isRequired ?? propertiesOf(after).get(name)?.[0]?.path ?? placeOf(after, 'required');
  if (!wasRequired && isRequired) vary(inside, 'narrowed', path, `member ${name} was optional, is required`);
  if (wasRequired && !isRequired) vary(inside, 'widened', path, `member ${name} was required, is optional`);
  scope.inside.nodes(propertiesOf(before).get(name) ?? [], propertiesOf(after).get(name) ?? [], inside);
}

function tellAdded(name: string, nodes: readonly Node[], before: Schema, after: Schema, scope: SchemaScope): void {
  const path = nodes[0]?.path ?? after.path;
  const isRequired = requiredAt(after, name) !== undefined;
  const text = `${isRequired ? 'required' : 'optional'} member ${name} is added`;
  // A reader with the old schema refuses what it does not name.
  if (scope.direction === 'answer' && isClosed(before)) vary(scope, 'widened', path, `${text} to an object that had no others`);
  else if (scope.direction === 'answer') note(scope, isRequired ? 'answer-member-promised' : 'answer-member-added', path, text);
  else note(scope, isRequired ? 'request-member-demanded' : 'request-member-added', path, text);
}

function propertiesOf(schema: Schema): ReadonlyMap<string, readonly Node[]> {
  const members = new Map<string, readonly Node[]>();
  for (const properties of stated(schema, 'properties')) {
    for (const name of properties.keys()) members.set(name, [...(members.get(name) ?? []), properties.at(name)]);
  }
  return members;
}

function requiredNames(schema: Schema): readonly string[] {
  return stated(schema, 'required').flatMap((list) => list.items().map(({ value }) => String(value)));
}

/** Where a member is said to be required. */
function requiredAt(schema: Schema, name: string): readonly string[] | undefined {
  return stated(schema, 'required')
    .flatMap((list) => list.items())
    .find(({ value }) => value === name)?.path;
}

function isClosed(schema: Schema): boolean {
  const others = stated(schema, 'additionalProperties');
  return schemaOf(others, schema.path).keywords.has(NEVER);
}

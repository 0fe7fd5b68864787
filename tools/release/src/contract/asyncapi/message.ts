import { type Compare, exactly, notUnderstood, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { type Scope, within } from '../model/scope.ts';
import { compareStated } from '../schemas/compare-schemas.ts';

const changed = exactly('delivery-changed');

const MEMBERS: Readonly<Record<string, Compare>> = {
  ...NOTES,
  name: exactly('event-removed'),
  contentType: changed,
  correlationId: changed,
  bindings: changed,
  // Computed: the register of rules tells what binds what.
  'x-rules': passOver,
};

/** Compares a message with what its traits add to it. */
export function compareMessage(before: Node, after: Node, scope: Scope, compared: Set<string>): void {
  const [was, is] = [membersOf(before), membersOf(after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, fresh] = [was.get(key) ?? [], is.get(key) ?? []];
    if (key === 'payload' || key === 'headers') compareStated(old, fresh, within(scope, key), 'answer', compared, key === 'headers');
    else compareOne(key, old.at(-1) ?? before.at(key), fresh.at(-1) ?? after.at(key), scope);
  }
}

function compareOne(key: string, before: Node, after: Node, scope: Scope): void {
  const compare = Object.hasOwn(MEMBERS, key) ? MEMBERS[key] : undefined;
  (compare ?? notUnderstood)(before, after, scope);
}

/** For each member the places that state it: those of the traits in their order, and last the message's own. */
function membersOf(message: Node): ReadonlyMap<string, readonly Node[]> {
  const members = new Map<string, readonly Node[]>();
  for (const place of [...message.at('traits').items(), message]) {
    for (const key of place.keys()) if (key !== 'traits') members.set(key, [...(members.get(key) ?? []), place.at(key)]);
  }
  return members;
}

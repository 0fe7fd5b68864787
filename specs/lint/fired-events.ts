import type { Subject } from '../binding/subjects.ts';
import type { Finding } from './finding.ts';
import { insteadOf } from './nearest-name.ts';
import { type Node, nodeOf } from './visitor.ts';

/** File and line of a node of a bundle, or of a member of it. */
export type PlaceOf = (node: object, ...path: readonly string[]) => string;

/** What happens to an object that an operation creates, updates or deletes. */
const HAPPENS: Readonly<Record<string, string>> = { create: 'Create', update: 'Update', delete: 'Delete' };

/**
 * Every event type that an operation fires is one of the documents, and every one of these is fired by an operation: the creation of an object
 * by the one that creates such objects, and so on.
 */
export function checkFiredEvents(subjects: readonly Subject[], placeOf: PlaceOf): readonly Finding[] {
  const events = subjects.filter(({ facts }) => facts.event);
  const types = events.map(({ name }) => name);
  const fired = subjects.flatMap(({ node, facts }) => (facts.fires ?? []).slice(0, 1).map((type) => ({ node, type })));
  const unknown = fired.filter(({ type }) => !types.includes(type));
  const others = subjects.flatMap(({ node, facts }) => {
    const expected = expectedOf(node);
    const [type] = facts.fires ?? [];
    return expected !== undefined && types.includes(expected) && type !== expected ? [{ node, expected }] : [];
  });
  const silent = events.filter(({ name }) => !fired.some(({ type }) => type === name));
  return [
    ...unknown.map(({ node, type }) => ({
      where: placeOf(node, 'x-fires'),
      message: `It fires ${type}, which no message is. ${insteadOf(type, types)}`,
    })),
    ...others.map(({ node, expected }) => ({
      where: placeOf(node, 'x-fires' in node ? 'x-fires' : 'x-does'),
      message: `By its x-does it fires ${expected}. Correct the one or the other.`,
    })),
    ...silent.map(({ node, name }) => ({
      where: placeOf(node),
      message: `No operation fires ${name}. Add x-fires to the one that does.`,
    })),
  ];
}

/** The event of what an operation does; undefined if it does something else. */
function expectedOf(node: Node): string | undefined {
  const [event] = Object.entries(nodeOf(node['x-does'])).flatMap(([kind, resource]) =>
    HAPPENS[kind] ? [`${String(resource)}.${HAPPENS[kind]}`] : [],
  );
  return event;
}

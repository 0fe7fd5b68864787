import type { ChangeKind } from '../model/consequences.ts';
import { note, type Scope } from '../model/scope.ts';
import { canonical, shown } from './canonical.ts';
import { isMembers, type Node } from './node.ts';

/** Compares what stands at one place before and after; either may be absent. */
export type Compare = (before: Node, after: Node, scope: Scope) => void;

/** How each member of an object is compared. A member that is not listed is not understood. */
export type Comparers = Readonly<Record<string, Compare>>;

/** Compares two objects member by member. */
export function compareMembers(before: Node, after: Node, comparers: Comparers, scope: Scope): void {
  if (!isMembers(before.value) || !isMembers(after.value)) {
    notUnderstood(before, after, scope);
    return;
  }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const compare = Object.hasOwn(comparers, key) ? comparers[key] : undefined;
    (compare ?? notUnderstood)(before.at(key), after.at(key), scope);
  }
}

/** Anything but the same is a change that nobody has judged. */
export function notUnderstood(before: Node, after: Node, scope: Scope): void {
  if (canonical(before) === canonical(after)) return;
  const name = after.path.at(-1) ?? 'the document';
  const text = `the comparison does not know what "${name}" means, and it was ${shown(before)} and is ${shown(after)}`;
  note(scope, 'not-understood', after.path, text);
}

/** Anything but the same is a change of this kind. */
export function exactly(kind: ChangeKind): Compare {
  return (before, after, scope) => {
    if (canonical(before) === canonical(after)) return;
    note(scope, kind, after.path, `${after.path.at(-1)} was ${shown(before)}, is ${shown(after)}`);
  };
}

/** Anything but the same is a change of this kind, where absent means this value. */
export function exactlyOr(standard: unknown, kind: ChangeKind): Compare {
  return (before, after, scope) => {
    const [was, is] = [before, after].map((node) => (node.exists ? canonical(node) : JSON.stringify(standard)));
    if (was !== is) note(scope, kind, after.path, `${after.path.at(-1)} was ${was}, is ${is}`);
  };
}

/** For what is compared elsewhere, or is no part of the contract. */
export function passOver(): void {}

/**
 * Compares objects whose member names are names of the contract: those on both sides, those that came and those that went. `normal` makes the
 * same of names that mean the same.
 */
export function compareNamed(
  before: Node,
  after: Node,
  judge: {
    both: (name: string, before: Node, after: Node) => void;
    added: (name: string, node: Node) => void;
    removed: (name: string, node: Node) => void;
  },
  normal: (name: string) => string = (name) => name,
): void {
  const [was, is] = [before, after].map((node) => new Map(node.keys().map((name) => [normal(name), name])));
  for (const [key, old] of was ?? []) {
    const name = is?.get(key);
    if (name === undefined) judge.removed(old, after.at(old));
    else judge.both(name, before.at(old), after.at(name));
  }
  for (const [key, name] of is ?? []) if (!was?.has(key)) judge.added(name, after.at(name));
}

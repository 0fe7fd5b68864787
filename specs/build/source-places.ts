import { relative } from 'node:path';
import { getLineColLocation, type UserContext } from '@redocly/openapi-core';
import { resolvePointer } from '../lint/examples/pointer.ts';
import { isNode } from '../lint/visitor.ts';

type Location = UserContext['location'];

/**
 * Where each node of a bundle stood before it was put into one piece. A bundle has the nodes of its sources, so they are found again by
 * themselves; what is made of a node has the place of that node.
 */
const locations = new WeakMap<object, Location>();

/** A decorator that notes the place of every node that Redocly visits. */
export function notePlaces(): NotePlaces {
  const note = (node: unknown, location: Location | undefined): void => {
    if (typeof node === 'object' && node !== null && location !== undefined && !locations.has(node)) locations.set(node, location);
  };
  return {
    any: (node, { location }) => note(node, location),
    // A reference stays in the bundle, or gets the members of what it leads to.
    ref: (node, _, target) => note(node, target.location),
  };
}

type NotePlaces = {
  readonly any: (node: unknown, context: UserContext) => void;
  readonly ref: (node: unknown, context: UserContext, target: { readonly location: Location | undefined }) => void;
};

/** Notes that one node was made of another. */
export function keepPlace<Made extends object>(made: Made, of: object): Made {
  const location = locations.get(of);
  if (location !== undefined) locations.set(made, location);
  return made;
}

/** The line of the source of what a path of a bundle leads to, or of the nearest node around it; the path itself where none is known. */
export function sourceLine(document: object, path: readonly (string | number)[], folder: string): string {
  let node: unknown = document;
  let found: { readonly location: Location; readonly depth: number } | undefined;
  for (let depth = 0; depth <= path.length && typeof node === 'object' && node !== null; depth += 1) {
    const location = locations.get(node);
    if (location !== undefined) found = { location, depth };
    node = Reflect.get(node, path[depth] ?? '');
    // Some linters see through references, and their paths do.
    if (isNode(node) && typeof node.$ref === 'string') node = resolvePointer(document, node.$ref);
  }
  if (found === undefined) return `#/${path.join('/')}`;
  // What the bundle has put in between is in no source: then the line of what stands around it is taken.
  const { source, start } = getLineColLocation(found.location.child(path.slice(found.depth)).key());
  return `${relative(folder, source.absoluteRef)}:${start.line}`;
}

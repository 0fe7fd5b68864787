import { isReference, keysOf, memberOf } from './node.ts';

/** How many references may lead to references. */
const REFERENCE_HOPS_MAX = 50;

/**
 * Where something of a bundle is written, by the member names from its root, however it was reached: what a schema says is at home among the
 * components, whichever operation led to it. A reference itself is at home where it stands.
 */
export function homeOf(document: unknown, path: readonly string[]): readonly string[] {
  let place: Place = { keys: [], value: document };
  for (const key of path) {
    const { keys, value } = followed(document, place, key);
    place = { keys: [...keys, key], value: memberOf(value, key) };
  }
  return place.keys;
}

interface Place {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** What a reference leads to, unless the member that is looked for stands beside it. */
function followed(document: unknown, start: Place, key: string): Place {
  let place = start;
  for (let hops = 0; hops < REFERENCE_HOPS_MAX && isReference(place.value) && memberOf(place.value, key) === undefined; hops++) {
    const keys = keysOf(place.value.$ref);
    place = { keys, value: keys.reduce<unknown>(memberOf, document) };
  }
  return place;
}

import { isMembers, isReference, keysOf, memberOf } from './node.ts';

/** How many references may lead to references. */
const REFERENCE_HOPS_MAX = 50;

/**
 * Where something of a bundle is written, by the member names from its root, however it was reached: a schema is at home among the components,
 * whichever operation led to it. What is not there is at home inside of what should hold it.
 */
export function homeOf(document: unknown, path: readonly string[]): readonly string[] {
  let place: Place = { keys: [], value: document };
  for (const key of path) {
    place = followed(document, place, key);
    place = { keys: [...place.keys, key], value: memberOf(place.value, key) };
  }
  return followed(document, place).keys;
}

interface Place {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** What a reference leads to, unless the member that is looked for stands beside it, or something else does. */
function followed(document: unknown, start: Place, key?: string): Place {
  let place = start;
  for (let hops = 0; hops < REFERENCE_HOPS_MAX && isReference(place.value); hops++) {
    const beside = isMembers(place.value) ? Object.keys(place.value).filter((name) => name !== '$ref') : [];
    if (key === undefined ? beside.length > 0 : beside.includes(key)) break;
    const keys = keysOf(place.value.$ref);
    place = { keys, value: keys.reduce<unknown>(memberOf, document) };
  }
  return place;
}

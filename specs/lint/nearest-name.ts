import { nearest } from '@business-cloud/runtime';

/** What to write in place of a name that is not known: the nearest one, or one of all. */
export function insteadOf(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `Write one of ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

import leven from 'leven';

/** Another name is meant where at most a third of it is written otherwise. */
const MOST_OTHERWISE = 1 / 3;

/** The name that a misspelt one most likely stands for; undefined if none is near. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const distance = (name: string): number => leven(written.toLowerCase(), name.toLowerCase());
  const [nearest] = names.toSorted((left, right) => distance(left) - distance(right));
  if (nearest === undefined) return undefined;
  return distance(nearest) <= Math.max(1, Math.floor(nearest.length * MOST_OTHERWISE)) ? nearest : undefined;
}

/** The name that was probably meant, within two letters; undefined when none is that near. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .filter(({ distance }) => distance <= 2)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

/** How many letters must be added, removed or replaced to turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    const next = [(row[0] ?? 0) + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The name that was probably meant, within two letters; undefined when none is that near. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  return [0, 1, 2].flatMap((letters) => names.filter((name) => isNear(given, name, letters)))[0];
}

/** Whether one word becomes the other with so many letters at most added, removed or replaced (Levenshtein). */
function isNear(one: string, other: string, letters: number): boolean {
  if (one === other) return true;
  const [rest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(rest, otherRest, letters);
  const left = letters - 1;
  return left >= 0 && (isNear(rest, other, left) || isNear(one, otherRest, left) || isNear(rest, otherRest, left));
}

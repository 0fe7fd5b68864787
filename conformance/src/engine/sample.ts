import fc from 'fast-check';

/** How many of these cases a budget tries: all at the standard one, a share at a smaller one, at least one. */
export function room(count: number, effort: number): number {
  return Math.ceil(count * Math.min(1, effort));
}

/** Picks this many cases by the seed, and keeps their order. */
export function sample<T>(cases: readonly T[], length: number, seed: number): readonly T[] {
  if (length >= cases.length) return cases;
  const [drawn = []] = fc.sample(fc.subarray([...cases], { minLength: length, maxLength: length }), { seed, numRuns: 1 });
  return drawn;
}

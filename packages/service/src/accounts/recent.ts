/** What was found by name a moment ago. */
export interface Recent<Found> {
  /** Looks among what was found lately, and only then in the database. */
  find(name: string): Promise<Found | undefined>;
  /** Looks in the database. */
  findNow(name: string): Promise<Found | undefined>;
}

/** So long something found may be used again, in milliseconds: what is revoked at one node is refused by all of them after that. */
export const RECENT_MS = 1_000;
const ENTRIES_MAX = 10_000;

/**
 * Keeps for a second what a look-up found, for what nearly every request asks: the same token, the same keys. What was not found is
 * not kept, so that what is new works at once.
 */
export function recently<Found>(look: (name: string) => Promise<Found | undefined>): Recent<Found> {
  const found = new Map<string, { readonly value: Found; readonly until: number }>();
  async function findNow(name: string): Promise<Found | undefined> {
    const value = await look(name);
    if (found.size >= ENTRIES_MAX) found.clear();
    if (value === undefined) found.delete(name);
    else found.set(name, { value, until: performance.now() + RECENT_MS });
    return value;
  }
  return {
    findNow,
    find(name) {
      const known = found.get(name);
      return known !== undefined && performance.now() < known.until ? Promise.resolve(known.value) : findNow(name);
    },
  };
}

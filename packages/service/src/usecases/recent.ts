/** How long a result may be used again, in milliseconds: what is revoked at one node is refused by all of them after that. */
export const RECENT_MS = 1_000;
const ENTRIES_MAX = 10_000;

/**
 * Keeps the results of a look-up for a second at most. Nearly every request looks up the same token and the same keys. This exists for speed
 * alone: without it a GET takes a quarter longer, as `tools/benchmarks/src/service/get-articolo.bench.ts` measures. A result that is undefined
 * or false is not kept, so that what is new works at once. All results are forgotten together, a second after the first of them was found, so
 * that no secret of a request stays in memory for long.
 *
 * @param look finds something by names without line breaks: what HTTP carries in a header has none
 */
export function recently<Names extends readonly string[], Found>(
  look: (...names: Names) => Promise<Found | undefined>,
): (...names: Names) => Promise<Found | undefined> {
  const found = new Map<string, Promise<Found | undefined>>();

  function keep(name: string, value: Promise<Found | undefined>): void {
    if (found.size >= ENTRIES_MAX) found.clear();
    if (found.size === 0) setTimeout(() => found.clear(), RECENT_MS).unref();
    found.set(name, value);
  }

  async function lookUp(name: string, names: Names): Promise<Found | undefined> {
    const looked = look(...names);
    const value = await looked;
    if (value !== undefined && value !== false) keep(name, looked);
    return value;
  }

  return (...names) => {
    const name = names.join('\n');
    return found.get(name) ?? lookUp(name, names);
  };
}

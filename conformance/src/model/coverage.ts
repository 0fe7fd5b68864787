/** How often operations and event types were exercised, by their names. */
export class Coverage {
  readonly #counts: Map<string, number>;

  constructor(counts: ReadonlyMap<string, number> = new Map()) {
    this.#counts = new Map(counts);
  }

  /** Counts this name, once or more. */
  add(name: string, times = 1): void {
    this.#counts.set(name, this.of(name) + times);
  }

  /** Adds the counts of another. */
  addAll(other: Coverage): void {
    for (const [name, times] of other.#counts) this.add(name, times);
  }

  /** The count of this name, 0 if there is none. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** The counts as they are now. */
  copy(): Coverage {
    return new Coverage(this.#counts);
  }

  /** What was added since an earlier copy. */
  since(earlier: Coverage): Coverage {
    return new Coverage(new Map([...this.#counts].map(([name, times]) => [name, times - earlier.of(name)])));
  }
}

/** How often each operation and event type was exercised that the rule binds and the target serves. */
export type RuleCoverage = Readonly<Record<string, number>>;

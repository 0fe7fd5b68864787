/** How often operations and event types were exercised, by their names. */
export class Coverage {
  readonly #counts: Map<string, number>;

  constructor(counts: ReadonlyMap<string, number> = new Map()) {
    this.#counts = new Map(counts);
  }

  add(name: string, times = 1): void {
    this.#counts.set(name, this.of(name) + times);
  }

  addAll(other: Coverage): void {
    for (const [name, times] of other.#counts) this.add(name, times);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  copy(): Coverage {
    return new Coverage(this.#counts);
  }

  /** What was added since an earlier copy of it. */
  since(earlier: Coverage): Coverage {
    return new Coverage(new Map([...this.#counts].map(([name, times]) => [name, times - earlier.of(name)])));
  }
}

/** For each name that a rule binds and the target serves, how often it was exercised. */
export type RuleCoverage = Readonly<Record<string, number>>;

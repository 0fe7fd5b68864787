/** Limits how many rules are judged at once. A rule that only waits makes room for another, unless rules are judged one by one. */
export class Workers {
  #free: number;
  readonly oneByOne: boolean;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
    this.oneByOne = count === 1;
  }

  /** Gives up the turn while waiting. Afterwards it takes the next turn, before rules that have not started yet. */
  async rest<T>(wait: () => Promise<T>): Promise<T> {
    if (this.oneByOne) return await wait();
    this.leave();
    try {
      return await wait();
    } finally {
      if (this.#free > 0) this.#free -= 1;
      else await new Promise<void>((resolve) => this.#waiting.unshift(resolve));
    }
  }

  /** Waits for a turn. */
  async enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

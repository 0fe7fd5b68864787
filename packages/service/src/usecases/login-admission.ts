/** How many logins wait or run at once. Each hashes a password, which takes a core for some 20 ms and 19 MiB. */
export const LOGINS_MAX: number = 64;

/**
 * Admits logins up to the limits; those beyond are refused before anything is hashed. Each source has a place for one login whatever the
 * others do, so that the logins of some never keep out the others. There are as many sources as API keys, and places where somebody was right.
 */
export interface LoginAdmission {
  /** Undefined when there are too many now; otherwise the result of the work. */
  run<Result>(source: string, work: () => Promise<Result>): Promise<Result | undefined>;
}

export function createLoginAdmission(inAll: number = LOGINS_MAX): LoginAdmission {
  const ofOne = Math.ceil(inAll / 2);
  const running = new Map<string, number>();
  let all = 0;

  function change(source: string, by: 1 | -1): void {
    all += by;
    const count = (running.get(source) ?? 0) + by;
    if (count === 0) running.delete(source);
    else running.set(source, count);
  }

  return {
    async run(source, work) {
      const own = running.get(source) ?? 0;
      if (own > 0 && (all >= inAll || own >= ofOne)) return undefined;
      change(source, 1);
      try {
        return await work();
      } finally {
        change(source, -1);
      }
    },
  };
}

/** How many logins wait or run at once. Each hashes a password, which takes a core for some 20 ms and 19 MiB. */
export const LOGINS_MAX: number = 64;

/** Admits logins up to the limits; those beyond are refused before anything is looked up or hashed. */
export interface LoginAdmission {
  /** Undefined when there are too many now; otherwise the result of the work. */
  run<Result>(sources: readonly string[], work: () => Promise<Result>): Promise<Result | undefined>;
}

export function createLoginAdmission(inAll: number = LOGINS_MAX): LoginAdmission {
  // Of one user name, and of one API key: who tries many names shares what its key has.
  const ofOne = Math.ceil(inAll / 2);
  const running = new Map<string, number>();
  let all = 0;

  function change(sources: readonly string[], by: 1 | -1): void {
    all += by;
    for (const source of sources) {
      const count = (running.get(source) ?? 0) + by;
      if (count === 0) running.delete(source);
      else running.set(source, count);
    }
  }

  return {
    async run(sources, work) {
      if (all >= inAll || sources.some((source) => (running.get(source) ?? 0) >= ofOne)) return undefined;
      change(sources, 1);
      try {
        return await work();
      } finally {
        change(sources, -1);
      }
    },
  };
}

/** What a trial counted. */
export interface Figures {
  /** Writes that were answered 201. */
  readonly written: number;
  /** Of these, those that are not there, or whose key no longer leads to their answer. */
  readonly lost: number;
  /** Objects that are there more than once for one key. */
  readonly doubled: number;
  /** Events of what is there that never came. */
  readonly undelivered: number;
  /** Answers of 500 and above, but for 503: faults of the service itself. */
  readonly serverErrors: number;
  /** Answers of 503: nothing was done, try again. */
  readonly unavailable: number;
  /** The largest resident memory of a node, in bytes; undefined where the system does not tell. */
  readonly residentBytes: number | undefined;
  /** The slowest answer to a client that has nothing to do with the fault, in milliseconds; undefined where there is none. */
  readonly bystanderMs: number | undefined;
  /** How many faults were made: kills, cuts, requests of a flood. */
  readonly faults: number;
  /** What else went wrong, one sentence each. */
  readonly complaints: readonly string[];
}

/** What the figures of a trial may come to. Losses, doubles, undelivered events and faults of the service itself have no allowance. */
export interface Limits {
  /** Whether answers of 503 are right, because what the service needs was taken away. */
  readonly unavailable: boolean;
  readonly residentBytes: number;
  readonly bystanderMs?: number;
}

/** One sentence for each figure that is beyond its limit. */
export function violations(figures: Figures, limits: Limits): string[] {
  const { written, lost, doubled, undelivered, serverErrors, unavailable, residentBytes, bystanderMs, faults, complaints } = figures;
  const found = [
    written === 0 && 'nothing was written, so that nothing was tried',
    faults === 0 && 'no fault was made, so that nothing was tried',
    lost > 0 && `${lost} answered writes are lost`,
    doubled > 0 && `${doubled} writes were done more than once`,
    undelivered > 0 && `${undelivered} events were not delivered`,
    serverErrors > 0 && `${serverErrors} answers were 500 or above (503 apart)`,
    !limits.unavailable && unavailable > 0 && `${unavailable} answers were 503 although nothing was taken away`,
    residentBytes !== undefined &&
      residentBytes > limits.residentBytes &&
      `a node had ${megabytes(residentBytes)} resident; the limit is ${megabytes(limits.residentBytes)}`,
    limits.bystanderMs !== undefined &&
      (bystanderMs === undefined
        ? 'no bystander was answered'
        : bystanderMs > limits.bystanderMs && `a bystander waited ${Math.round(bystanderMs)} ms; the limit is ${limits.bystanderMs} ms`),
  ];
  return [...found.filter((sentence) => typeof sentence === 'string'), ...complaints];
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

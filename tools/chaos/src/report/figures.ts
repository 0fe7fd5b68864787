/** What an experiment counted. */
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
  /** The largest resident memory of a node, in bytes; undefined if the system does not tell. */
  readonly residentBytes: number | undefined;
  /** What a client waited for that has nothing to do with the fault, answer by answer; undefined if there is no such client. */
  readonly waits: readonly Wait[] | undefined;
  /** What the same client waited for before, without the fault; undefined if that is not measured. */
  readonly calmWaits?: readonly Wait[] | undefined;
  /** How many faults were made: kills, cuts, requests of a flood. */
  readonly faults: number;
  /** What else went wrong, one sentence each. */
  readonly complaints: readonly string[];
}

/** One answer that a bystander waited for. */
export interface Wait {
  readonly ms: number;
  /** How many requests of the fault were answered in the meantime. */
  readonly overtakenBy: number;
}

/**
 * What a bystander may have to wait. An answer that took long, while hardly anything else was answered, tells of a slow machine; one that
 * was overtaken by many, but came soon, troubles nobody. Where both are passed at once, the service let the bystander wait for others.
 */
export interface WaitLimit {
  readonly ms: number;
  /** Where it is absent, the time counts without it: what blocks a node lets nobody overtake. */
  readonly overtakenBy?: number;
  /** How many times as long as the slowest answer without the fault: it tells a slow machine where nobody overtakes. */
  readonly timesCalm?: number;
}

/** What the figures of an experiment may come to. Losses, doubles, undelivered events and faults of the service itself have no allowance. */
export interface Limits {
  /** Whether answers of 503 are right, because what the service needs was taken away. */
  readonly unavailable: boolean;
  readonly residentBytes: number;
  readonly wait?: WaitLimit;
}

/** One sentence for each figure that is beyond its limit. */
export function violations(figures: Figures, limits: Limits): string[] {
  const { written, lost, doubled, undelivered, serverErrors, unavailable, residentBytes, faults, complaints } = figures;
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
    limits.wait !== undefined && tooLong(figures, limits.wait),
  ];
  return [...found.filter((sentence) => typeof sentence === 'string'), ...complaints];
}

function tooLong({ waits = [], calmWaits = [] }: Figures, limit: WaitLimit): string | undefined {
  if (waits.length === 0) return 'no bystander was answered';
  const { overtakenBy: overtakenByMax, timesCalm: timesCalmMax = 0 } = limit;
  const msMax = Math.max(limit.ms, timesCalmMax * (slowest(calmWaits)?.ms ?? 0));
  const worst = slowest(waits.filter(({ ms, overtakenBy }) => ms > msMax && overtakenBy > (overtakenByMax ?? -1)));
  if (worst === undefined) return undefined;
  const allowed =
    overtakenByMax === undefined ? `the limit is ${Math.round(msMax)} ms` : `the limits are ${Math.round(msMax)} ms and ${overtakenByMax}`;
  return `a bystander waited ${displayed(worst)}; ${allowed}`;
}

export function slowest(waits: readonly Wait[]): Wait | undefined {
  return waits.reduce<Wait | undefined>((worst, wait) => (worst === undefined || wait.ms > worst.ms ? wait : worst), undefined);
}

/** How many times as long as without the fault a bystander waited for its slowest answer. */
export function timesCalm({ waits = [], calmWaits = [] }: Pick<Figures, 'waits' | 'calmWaits'>): number | undefined {
  const [worst, calm] = [slowest(waits), slowest(calmWaits)];
  return worst === undefined || calm === undefined ? undefined : worst.ms / calm.ms;
}

function displayed({ ms, overtakenBy }: Wait): string {
  return `${Math.round(ms)} ms while ${overtakenBy} requests of the fault were answered`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

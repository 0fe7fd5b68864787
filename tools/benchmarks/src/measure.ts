/** One of the things compared: a call of `run` is one unit of work. */
export interface Contender {
  readonly name: string;
  run(): unknown;
}

export interface MeasureOptions {
  /** How often each contender has its turn. Default 5; the median counts. */
  readonly rounds?: number;
  /** How long one turn takes, in milliseconds. Default 200. A call that takes longer is made once in each turn. */
  readonly roundMs?: number;
}

export interface Measurement {
  readonly name: string;
  /** Median over the rounds. */
  readonly callsPerSecond: number;
  /** Calls a second as a share of the first contender's: the median of the ratios within each round, so that a slow machine slows both sides. */
  readonly ratio: number;
}

const ROUNDS_DEFAULT = 5;
const ROUND_MS_DEFAULT = 200;
/** A round is cut into this many slices, and the contenders take turns slice by slice: so other load on the machine affects all of them alike. */
const SLICES = 20;

/**
 * Measures contenders in turn, A B A B ..., within one process, after a round that does not count. The first is the baseline.
 *
 * @example
 * const measurements = await measure([
 *   { name: 'bare', run: () => structuredClone({}) },
 *   { name: 'ours', run: () => JSON.parse('{}') },
 * ]);
 */
export async function measure(contenders: readonly Contender[], options: MeasureOptions = {}): Promise<readonly Measurement[]> {
  const { rounds = ROUNDS_DEFAULT, roundMs = ROUND_MS_DEFAULT } = options;
  const turns: Turn[] = [];
  for (const contender of contenders) turns.push({ contender, callsPerRound: await callsFor(contender, roundMs), speeds: [] });
  await playRound(turns);
  for (const { speeds } of turns) speeds.length = 0;
  for (let round = 0; round < rounds; round += 1) await playRound(turns);
  const [baseline] = turns;
  return turns.map(({ contender, speeds }) => ({
    name: contender.name,
    callsPerSecond: median(speeds),
    ratio: median(speeds.map((speed, round) => speed / (baseline?.speeds[round] ?? Number.NaN))),
  }));
}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

interface Turn {
  readonly contender: Contender;
  readonly callsPerRound: number;
  readonly speeds: number[];
}

async function playRound(turns: readonly Turn[]): Promise<void> {
  const spentMs = turns.map(() => 0);
  const called = turns.map(() => 0);
  for (let slice = 1; slice <= SLICES; slice += 1) {
    for (const [index, { contender, callsPerRound }] of turns.entries()) {
      const calls = Math.ceil((callsPerRound * slice) / SLICES) - (called[index] ?? 0);
      if (calls === 0) continue;
      called[index] = (called[index] ?? 0) + calls;
      spentMs[index] = (spentMs[index] ?? 0) + (await elapsedMs(contender, calls));
    }
  }
  for (const [index, { speeds, callsPerRound }] of turns.entries()) speeds.push((callsPerRound * 1000) / (spentMs[index] ?? Number.NaN));
}

/** Warms up, and finds how many calls fill a round. */
async function callsFor(contender: Contender, roundMs: number): Promise<number> {
  let calls = 1;
  for (;;) {
    const ms = await elapsedMs(contender, calls);
    if (ms >= roundMs / 2) return Math.max(1, Math.round((calls * roundMs) / Math.max(ms, 0.001)));
    calls *= ms < roundMs / 20 ? 10 : 2;
  }
}

/** A contender that returns promises is awaited; one that does not is not slowed down by an await. */
async function elapsedMs(contender: Contender, calls: number): Promise<number> {
  const start = performance.now();
  const first = contender.run();
  if (first instanceof Promise) {
    await first;
    for (let call = 1; call < calls; call += 1) await contender.run();
  } else {
    for (let call = 1; call < calls; call += 1) contender.run();
  }
  return performance.now() - start;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer } from '../../service/test/harness/postgres-server.ts';
import { type Figures, violations } from './report/figures.ts';
import type { Row } from './report/table.ts';
import type { Store } from './system/cluster.ts';
import { type DemoData, makeDemoData } from './system/demo-data.ts';
import type { Skipped, Trial, TrialContext } from './trials/trial.ts';

export interface RunInput {
  readonly trials: readonly Trial[];
  readonly stores: readonly Store[];
  readonly nodes: number;
  readonly kills: number;
  readonly short: boolean;
  readonly signal: AbortSignal;
  /** Says what is going on. */
  say(line: string): void;
}

/** What came of the trials. */
export interface Outcome {
  readonly rows: readonly Row[];
  /** What is beyond its limit, one sentence each, with the trial and the store. */
  readonly violations: readonly string[];
  readonly skipped: readonly string[];
}

const NAMES: Readonly<Record<Store, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
/** Progress is said this often at most, in milliseconds. */
const PROGRESS_MS = 2_000;

/** Makes the trials one after another, on both stores side by side. */
export async function runTrials(input: RunInput): Promise<Outcome> {
  const ended = await Promise.allSettled(input.stores.map((store) => runOnStore(input, store)));
  const outcomes = ended.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return {
    rows: outcomes.flatMap(({ rows }) => rows),
    violations: outcomes.flatMap(({ violations }) => violations),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  };
}

async function runOnStore(input: RunInput, store: Store): Promise<Outcome> {
  const outcome = { rows: [], violations: [], skipped: [] };
  const postgres = store === 'postgres' ? await startPostgresServer() : undefined;
  let data: DemoData | undefined;
  try {
    data = await makeDemoData(postgres);
    for (const trial of input.trials.filter(({ stores }) => stores.includes(store))) {
      input.signal.throwIfAborted();
      await runTrial(input, trial, store, data, outcome);
    }
    return outcome;
  } finally {
    data?.remove();
    await postgres?.remove();
  }
}

async function runTrial(
  input: RunInput,
  trial: Trial,
  store: Store,
  data: DemoData,
  outcome: { readonly rows: Row[]; readonly violations: string[]; readonly skipped: string[] },
): Promise<void> {
  const title = `${trial.name}, ${NAMES[store]}`;
  const result = await attempt(trial, contextOf(input, title, store, data));
  if ('skipped' in result) {
    outcome.skipped.push(`${title}: ${result.skipped}`);
    return;
  }
  const figures = 'failed' in result ? undefined : result;
  const found = 'failed' in result ? [`it ended early: ${result.failed}`] : violations(result, trial.limits);
  outcome.rows.push({ trial: trial.name, store: NAMES[store], figures });
  outcome.violations.push(...found.map((sentence) => `${title}: ${sentence}`));
  input.say(`${title}: ${found.length === 0 ? 'within all limits' : found.join('; ')}`);
}

async function attempt(trial: Trial, context: TrialContext): Promise<Figures | Skipped | { readonly failed: string }> {
  try {
    return await trial.run(context);
  } catch (error) {
    context.signal.throwIfAborted();
    // A node that is started again may need a moment to let go of what the next trial needs.
    await sleep(500);
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function contextOf({ nodes, kills, short, signal, say }: RunInput, title: string, store: Store, data: DemoData) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    store,
    nodes,
    data,
    kills,
    amount: (few: number, many: number) => (short ? few : many),
    progress(text: string) {
      if (performance.now() < saidAt + PROGRESS_MS) return;
      saidAt = performance.now();
      say(`${title}: ${text}`);
    },
    signal,
  };
}

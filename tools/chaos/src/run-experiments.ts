import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer } from '../../../packages/service/test/harness/postgres-server.ts';
import type { Experiment, ExperimentContext, Skipped } from './experiments/experiment.ts';
import { type Figures, violations } from './report/figures.ts';
import type { Row } from './report/table.ts';
import type { Store } from './system/cluster.ts';
import { type DemoData, makeDemoData } from './system/demo-data.ts';

export interface RunInput {
  readonly experiments: readonly Experiment[];
  readonly stores: readonly Store[];
  readonly nodes: number;
  readonly kills: number;
  readonly short: boolean;
  readonly signal: AbortSignal;
  /** Says what is going on. */
  say(line: string): void;
}

/** What came of the experiments. */
export interface Outcome {
  readonly rows: readonly Row[];
  /** What is beyond its limit, one sentence each, with the experiment and the store. */
  readonly violations: readonly string[];
  readonly skipped: readonly string[];
}

const NAMES: Readonly<Record<Store, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
/** Progress is said this often at most, in milliseconds. */
const PROGRESS_MS = 2_000;

/** Runs the experiments one after another, on both stores side by side. */
export async function runExperiments(input: RunInput): Promise<Outcome> {
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
    for (const experiment of input.experiments.filter(({ stores }) => stores.includes(store))) {
      input.signal.throwIfAborted();
      await runExperiment(input, experiment, store, data, outcome);
    }
    return outcome;
  } finally {
    data?.remove();
    await postgres?.remove();
  }
}

async function runExperiment(
  input: RunInput,
  experiment: Experiment,
  store: Store,
  data: DemoData,
  outcome: { readonly rows: Row[]; readonly violations: string[]; readonly skipped: string[] },
): Promise<void> {
  const title = `${experiment.name}, ${NAMES[store]}`;
  const result = await attempt(experiment, contextOf(input, title, store, data));
  if ('skipped' in result) {
    outcome.skipped.push(`${title}: ${result.skipped}`);
    return;
  }
  const figures = 'failed' in result ? undefined : result;
  const found = 'failed' in result ? [`it ended early: ${result.failed}`] : violations(result, experiment.limits);
  outcome.rows.push({ experiment: experiment.name, store: NAMES[store], figures });
  outcome.violations.push(...found.map((sentence) => `${title}: ${sentence}`));
  input.say(`${title}: ${found.length === 0 ? 'within all limits' : found.join('; ')}`);
}

async function attempt(experiment: Experiment, context: ExperimentContext): Promise<Figures | Skipped | { readonly failed: string }> {
  try {
    return await experiment.run(context);
  } catch (error) {
    context.signal.throwIfAborted();
    // A node that is started again may need a moment to let go of what the next experiment needs.
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

import { type Command, InputError, isSet, numberOf, type Settings, textsOf } from '@business-cloud/command-line';
import { experiments } from './experiments/experiments.ts';
import { table } from './report/table.ts';
import { type RunInput, runExperiments } from './run-experiments.ts';
import type { Store } from './system/cluster.ts';

const STORES: readonly Store[] = ['sqlite', 'postgres'];
const EXPERIMENT_NAMES = experiments.map(({ name }) => name);
const KILLS = { short: 6, long: 200, max: 100_000 };
const NODES = { usual: 2, max: 8 };
const ALL = 'all';
/** The exit code of a command that was interrupted. */
const INTERRUPTED = 130;

export const chaos: Command = {
  name: '',
  summary: 'run experiments on the service under faults, on real processes, and count what is lost; a limit that is passed is exit code 1',
  options: [
    { name: 'experiment', value: 'NAME', multiple: true, help: `${EXPERIMENT_NAMES.join(', ')}; several with commas (default: ${ALL})` },
    { name: 'store', value: 'STORE', multiple: true, help: `${STORES.join(' or ')} (default: both, side by side)` },
    { name: 'nodes', value: 'N', help: `how many nodes share PostgreSQL; SQLite has one (default: ${NODES.usual})` },
    { name: 'kills', value: 'N', help: `how often nodes are killed (default: ${KILLS.long}, with --short ${KILLS.short})` },
    { name: 'short', help: 'fewer and smaller faults: about two minutes instead of an hour' },
  ],
  examples: [
    'pnpm chaos --short',
    'pnpm chaos --kills 200 --store postgres --nodes 2 --experiment all',
    'pnpm chaos --experiment list-bomb,login-flood --store sqlite',
  ],
  async run({ settings }, terminal) {
    const input = { ...runInput(settings), signal: terminal.signal, say: terminal.err };
    const outcome = await runExperiments(input).catch((error) => {
      if (!terminal.signal.aborted) throw error;
      return undefined;
    });
    if (outcome === undefined) return INTERRUPTED;
    const { rows, violations, skipped } = outcome;
    terminal.out(table(rows));
    for (const line of skipped) terminal.out(`Skipped: ${line}.`);
    for (const line of violations) terminal.out(`Beyond its limit: ${line}.`);
    if (violations.length > 0) return 1;
    // Where nothing could be tried, nothing was shown.
    return rows.length > 0 ? 0 : 2;
  },
};

function runInput(settings: Settings): Omit<RunInput, 'signal' | 'say'> {
  const short = isSet(settings, 'short');
  const names = chosen(settings, 'experiment', [...EXPERIMENT_NAMES, ALL]);
  const stores = chosen(settings, 'store', STORES);
  return {
    experiments: names.length === 0 || names.includes(ALL) ? experiments : experiments.filter(({ name }) => names.includes(name)),
    stores: stores.length === 0 ? STORES : STORES.filter((store) => stores.includes(store)),
    nodes: numberOf(settings, 'nodes', 1, NODES.max) ?? NODES.usual,
    kills: numberOf(settings, 'kills', 1, KILLS.max) ?? (short ? KILLS.short : KILLS.long),
    short,
  };
}

function chosen(settings: Settings, name: string, choices: readonly string[]): readonly string[] {
  const given = textsOf(settings, name).flatMap((text) => text.split(','));
  const unknown = given.find((text) => !choices.includes(text));
  if (unknown === undefined) return given;
  throw new InputError(`--${name} must be one of ${choices.join(', ')}; it is ${unknown}.`);
}

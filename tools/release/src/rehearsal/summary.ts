import type { Rehearsed } from './rehearse.ts';
import type { StepResult } from './steps.ts';

export interface SummaryInput extends Rehearsed {
  readonly results: readonly StepResult[];
  /** Each package manager with its version, as the heading of its column. */
  readonly managers: ReadonlyMap<string, string>;
  readonly tarballFolder: string;
}

/** What a person reads at the end of a rehearsal that passed. */
export function summary({ results, managers, tarballs, tarballFolder, record, previous }: SummaryInput): string {
  const { commit, pendingChangesets } = record;
  const once = results.filter(({ manager }) => manager === undefined).map(({ name, ...result }) => [name, cell(result)]);
  const names = [...new Set(results.filter(({ manager }) => manager !== undefined).map(({ name }) => name))];
  const of = (name: string, manager: string): string =>
    results
      .filter((it) => it.name === name && it.manager === manager)
      .map(cell)
      .join();
  const each = names.map((name) => [name, ...[...managers.keys()].map((manager) => of(name, manager))]);
  return `
${table(once)}
${table([['', ...managers.values()], ...each])}
${table(tarballs.map(({ name, version, integrity }) => [name, version, `${integrity.slice(0, 27)}…`]))}
  Packed from commit ${commit.slice(0, 10)} with ${pendingChangesets} pending changesets applied.
  Upgraded from ${previous}.
  The tarballs are in ${tarballFolder}
`;
}

function cell({ durationMs, detail }: Pick<StepResult, 'durationMs' | 'detail'>): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  return detail === undefined ? seconds : `${seconds}, ${detail}`;
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd())
    .join('\n')
    .concat('\n');
}

import { type Figures, megabytes, slowest, timesCalm } from './figures.ts';

/** An experiment that was run, or that could not be. */
export interface Row {
  readonly experiment: string;
  readonly store: string;
  readonly figures: Figures | undefined;
}

const COLUMNS: readonly (readonly [string, (figures: Figures) => string])[] = [
  ['faults', ({ faults }) => counted(faults)],
  ['written', ({ written }) => counted(written)],
  ['lost', ({ lost }) => counted(lost)],
  ['doubled', ({ doubled }) => counted(doubled)],
  ['undelivered', ({ undelivered }) => counted(undelivered)],
  ['5xx', ({ serverErrors }) => counted(serverErrors)],
  ['503', ({ unavailable }) => counted(unavailable)],
  ['memory', ({ residentBytes }) => cellOf(residentBytes, megabytes)],
  ['bystander', ({ waits }) => cellOf(slowest(waits ?? []), ({ ms }) => `${counted(Math.round(ms))} ms`)],
  ['x calm', (figures) => cellOf(timesCalm(figures), (times) => times.toFixed(1))],
  ['overtaken', ({ waits }) => cellOf(slowest(waits ?? []), ({ overtakenBy }) => counted(overtakenBy))],
];

/** The figures of all experiments, one line each. */
export function table(rows: readonly Row[]): string {
  const cells = [
    ['experiment', 'store', ...COLUMNS.map(([title]) => title)],
    ...rows.map(({ experiment, store, figures }) => [
      experiment,
      store,
      ...COLUMNS.map(([, cell]) => (figures === undefined ? '-' : cell(figures))),
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) => row.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join('  ')).join('\n');
}

function cellOf<Value>(value: Value | undefined, text: (value: Value) => string): string {
  return value === undefined ? '-' : text(value);
}

// Names to the left, numbers to the right.
function pad(cell: string, column: number, width: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}

function counted(count: number): string {
  return count.toLocaleString('en');
}

/** What the tests of every package share. */
export const defaults: {
  readonly testTimeout: number;
  readonly hookTimeout: number;
  readonly expect: { readonly poll: { timeout: number } };
  readonly isolate: false;
  readonly taskTitleValueFormatTruncate: 0;
} = {
  // Limits only end what hangs, whatever else the machine is busy with: no test measures time.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // The files of a worker share their modules, which take longer to load than many files take to run.
  isolate: false,
  // The whole name of a mutant can be given to -t.
  taskTitleValueFormatTruncate: 0,
};

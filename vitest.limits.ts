/** Limits that only end what hangs, whatever else the machine is busy with: no test measures time. */
export const limits: {
  readonly testTimeout: number;
  readonly hookTimeout: number;
  readonly expect: { readonly poll: { timeout: number } };
} = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
};

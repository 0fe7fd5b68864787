import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askedToEnd, type Drain } from '../../src/cli/listening.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The exit codes with which the process would have ended, after what happens. */
async function exitsAfter(happens: (ask: (signal: 'SIGINT' | 'SIGTERM') => void) => void, drain?: Drain): Promise<unknown[]> {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  const asked = askedToEnd(drain);
  const ours = (signal: 'SIGINT' | 'SIGTERM') => process.listeners(signal).filter((listener) => !before[signal].includes(listener));
  happens((signal) => {
    for (const listener of ours(signal)) listener(signal);
  });
  await asked;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) for (const listener of ours(signal)) process.off(signal, listener);
  return exit.mock.calls.map(([code]) => code);
}

test('asked once, a process is left to finish', async () => {
  expect(await exitsAfter((ask) => ask('SIGTERM'))).toEqual([]);
});

test('asked once more, it ends at once', async () => {
  const exits = await exitsAfter((ask) => {
    ask('SIGTERM');
    ask('SIGINT');
  });
  expect(exits[0]).toBe(128 + 2);
});

test('what waits without end, as for a database that is silent, is given up', async () => {
  const exits = await exitsAfter((ask) => {
    ask('SIGTERM');
    vi.advanceTimersByTime(20_000);
  });
  expect(exits).toEqual([128 + 15]);
});

/** Whether it drained, whether it is to close, and the exit codes, after each signal or wait. */
async function drainSteps(...steps: readonly ('SIGINT' | 'SIGTERM' | number)[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  const begin = vi.fn();
  const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  let closing = false;
  void askedToEnd({ drainMs: 5_000, begin }).then(() => {
    closing = true;
  });
  const ours = (signal: 'SIGINT' | 'SIGTERM') => process.listeners(signal).filter((listener) => !before[signal].includes(listener));
  for (const step of steps) {
    if (typeof step === 'number') await vi.advanceTimersByTimeAsync(step);
    else for (const listener of ours(step)) listener(step);
    await Promise.resolve();
    seen.push([begin.mock.calls.length, closing, exit.mock.calls.length]);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) for (const listener of ours(signal)) process.off(signal, listener);
  return seen;
}

test('asked by SIGTERM, it drains first, for as long as it should', async () => {
  expect(await drainSteps('SIGTERM', 4_999, 1)).toEqual([
    [1, false, 0],
    [1, false, 0],
    [1, true, 0],
  ]);
});

test.for(['SIGTERM', 'SIGINT'] as const)('a second signal, %s, ends the draining, and a third the process', async (second) => {
  expect(await drainSteps('SIGTERM', second, 'SIGTERM')).toEqual([
    [1, false, 0],
    [1, true, 0],
    [1, true, 1],
  ]);
});

test('asked by Ctrl-C, it closes at once', async () => {
  expect(await drainSteps('SIGINT')).toEqual([[0, true, 0]]);
});

test('the time to close begins when it has drained', async () => {
  expect(await drainSteps('SIGTERM', 5_000, 19_999, 1)).toEqual([
    [1, false, 0],
    [1, true, 0],
    [1, true, 0],
    [1, true, 1],
  ]);
});

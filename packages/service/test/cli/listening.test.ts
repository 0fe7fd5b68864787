import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askedToEnd } from '../../src/cli/listening.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The exit codes with which the process would have ended, after what happens. */
async function exitsAfter(happens: (ask: (signal: 'SIGINT' | 'SIGTERM') => void) => void): Promise<unknown[]> {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  const asked = askedToEnd();
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

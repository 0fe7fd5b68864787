import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clockControl } from '../../src/http/clock-control.ts';
import { createClock } from '../../src/model/clock.ts';

const HOUR_MS = 3_600_000;

test('advancing wakes whoever sleeps until then, and nobody else', async () => {
  const clock = createClock();
  const signal = new AbortController();
  const woken: string[] = [];
  const start = clock.now();
  const early = clock.sleepUntil(start + HOUR_MS, signal.signal).then(() => woken.push('early'));
  const late = clock.sleepUntil(start + 3 * HOUR_MS, signal.signal).then(() => woken.push('late'));
  clock.advance(2 * HOUR_MS);
  await early;
  expect(woken).toEqual(['early']);
  signal.abort();
  await late;
});

test('a sleep that is over, or whose signal is aborted, ends at once', async () => {
  const clock = createClock();
  await clock.sleepUntil(clock.now() - 1, new AbortController().signal);
  await clock.sleepUntil(clock.now() + HOUR_MS, AbortSignal.abort());
});

test('POST /clock moves the clock on and answers the new time', async () => {
  const clock = createClock();
  const before = clock.now();
  const answer = await clockControl(clock).inject({ method: 'POST', url: '/clock', payload: { advanceMs: HOUR_MS } });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().nowMs).toBeGreaterThanOrEqual(before + HOUR_MS);
});

test.each([{}, { advanceMs: -1 }, { advanceMs: 1.5 }, { advanceMs: '1' }, { advanceMs: 1e15 }, []])(
  'the control refuses %j',
  async (payload) => {
    const clock = createClock();
    const answer = await clockControl(clock).inject({ method: 'POST', url: '/clock', payload });
    expect(answer.statusCode).toBe(400);
  },
);

test('D-12: nothing but the clock reads the time', () => {
  const sources = join(import.meta.dirname, '../../src');
  const readers = globSync('**/*.ts', { cwd: sources }).filter((file) =>
    /Date\.now\(|new Date\(\)/.test(readFileSync(join(sources, file), 'utf8')),
  );
  expect(readers).toEqual([join('model', 'clock.ts')]);
});

test('the time of the machine goes on when the clock is moved', () => {
  const clock = createClock();
  clock.advance(2 * HOUR_MS);
  expect(clock.now() - clock.machineNow()).toBeGreaterThan(HOUR_MS);
});

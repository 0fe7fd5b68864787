import { expect, test } from 'vitest';
import { durationOf, durationsOf, durationText } from '../../src/cli/durations.ts';
import { RETRY_DELAYS_MS } from '../../src/generated/limits.ts';

const DAY_MS = 86_400_000;
const given = (...values: string[]) => new Map([['time', { source: '--time', values }]]);

test('times are read as they are written', () => {
  expect(durationsOf(given(...RETRY_DELAYS_MS.map(durationText)), 'time', 5)).toEqual(RETRY_DELAYS_MS);
  expect(durationOf(given('30d'), 'time', DAY_MS)).toBe(30 * DAY_MS);
  expect(durationOf(given('forever'), 'time', DAY_MS)).toBe(Number.POSITIVE_INFINITY);
  expect([durationOf(new Map(), 'time', 0), durationsOf(new Map(), 'time', 5)]).toEqual([undefined, undefined]);
});

test.each(['', '30', '0d', '1.5h', '-1d', '30 d', '23h', '1w', '9999999d'])('%j is refused as a time of a day or more', (text) => {
  expect(() => durationOf(given(text), 'time', DAY_MS)).toThrow(
    expect.objectContaining({ code: 'bad-argument', message: expect.stringContaining('1d at least') }),
  );
});

test.each(['59s', '366d', 'forever'])('%j is refused as a time from a minute to a year', (text) => {
  expect(() => durationOf(given(text), 'time', 60_000, 365 * DAY_MS)).toThrow(
    expect.objectContaining({ code: 'bad-argument', message: expect.stringContaining('1m at least and 365d at most') }),
  );
});

test.each([[['5s', 'x']], [['1s', '2s', '3s']], [['forever']]])('%j are refused as two times at most', (texts) => {
  expect(() => durationsOf(given(...texts), 'time', 2)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});

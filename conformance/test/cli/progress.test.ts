import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { progress } from '../../src/cli/progress.ts';
import type { RunEvent } from '../../src/model/run-options.ts';
import { sampleResult } from '../report/sample-result.ts';

const result = sampleResult();
const events: readonly RunEvent[] = [
  { type: 'run-started', seed: 7, rules: result.rules.map(({ id }) => id) },
  ...result.rules.flatMap((rule, index): readonly RunEvent[] => [
    { type: 'rule-started', rule: rule.id },
    { type: 'request-sent', rule: rule.id, method: 'GET', url: 'http://127.0.0.1/', status: 200, startedAt: 0, durationMs: 1 },
    { type: 'rule-judged', result: rule, done: index + 1, total: result.rules.length },
  ]),
  { type: 'run-finished', result },
];

/** The output while the events come, this many milliseconds apart. */
function written(isTTY: boolean, stepMs: number, columns = 80): string {
  const chunks: string[] = [];
  let nowMs = 0;
  const screen = { isTTY, columns, write: (chunk: string) => chunks.push(chunk) };
  const shown = progress(screen, () => nowMs);
  for (const event of events) {
    nowMs += stepMs;
    shown.onEvent(event);
  }
  shown.end();
  return chunks.join('');
}

describe('progress', () => {
  test('writes nothing into a pipe while a run is short, and no escape sequence ever', () => {
    expect(written(false, 10)).toBe('');
    const long = written(false, 500);
    expect(long).toBe(stripVTControlCharacters(long));
  });

  test('writes a line every ten seconds of a long run into a pipe', () => {
    const lines = written(false, 500).trimEnd().split('\n');
    expect(lines).toHaveLength(Math.floor((events.length * 500) / 10_000));
    expect(lines[0]).toMatch(/^\d+ of \d+ rules, none failed, \d+:\d\d, about \d+:\d\d left, \d+ requests$/);
  });

  test('redraws one line on a terminal, leaves the failures above it, and clears it at the end', () => {
    const text = written(true, 50);
    const kept = stripVTControlCharacters(
      text
        .split('\n')
        .map((line) => line.split('\r\u001b[2K').at(-1))
        .join('\n'),
    );
    // A line that is too long continues with an indent.
    const begun = kept.split('\n').filter((line) => !line.startsWith('  '));
    expect(begun.map((line) => line.slice(0, 9).trim())).toEqual([
      ...result.rules
        .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
        .map(({ id, outcome }) => `${outcome === 'fail' ? '✗' : '!'} ${id}`),
      '',
    ]);
    const drawn = stripVTControlCharacters(text).split('\r');
    expect(Math.max(...drawn.filter((line) => /^\d+ of/.test(line)).map(({ length }) => length))).toBeLessThan(80);
  });

  test.for([40, 80, 140])('fits a terminal of %i columns, with the time that went by and the time that is left', (columns) => {
    const lines = stripVTControlCharacters(written(true, 200, columns)).split(/[\r\n]/);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.some((line) => /^\d+ of \d+ rules, \w+ failed, 0:\d\d/.test(line))).toBe(true);
    if (columns > 40) expect(lines.some((line) => /, about \d+:\d\d left/.test(line))).toBe(true);
  });

  test('estimates the remaining time', () => {
    const lines = written(false, 500).trimEnd().split('\n');
    const seconds = (text: string): number => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);
    for (const line of lines.slice(1, 4)) {
      const [, done, total, elapsed = '', left = ''] = /^(\d+) of (\d+) rules.*?, (\d+:\d\d), about (\d+:\d\d) left/.exec(line) ?? [];
      const expected = (seconds(elapsed) / Number(done)) * (Number(total) - Number(done));
      expect(Math.abs(seconds(left) - expected)).toBeLessThan(5);
    }
  });
});

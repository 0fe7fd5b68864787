import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { progress } from '../../src/cli/progress.ts';
import type { RunEvent } from '../../src/model/event.ts';
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

/** What is written while the events come, so many milliseconds apart. */
function written(isTTY: boolean, stepMs: number): string {
  const chunks: string[] = [];
  let nowMs = 0;
  const screen = { isTTY, columns: 80, write: (chunk: string) => chunks.push(chunk) };
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
    expect(lines[0]).toMatch(/^\d+ of \d+ rules, none failed, \d+ requests$/);
  });

  test('redraws one line on a terminal, leaves the failures above it, and clears it at the end', () => {
    const text = written(true, 50);
    const kept = stripVTControlCharacters(
      text
        .split('\n')
        .map((line) => line.split('\r\u001b[2K').at(-1))
        .join('\n'),
    );
    expect(kept.split('\n').map((line) => line.slice(0, 9).trim())).toEqual([
      ...result.rules
        .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
        .map(({ id, outcome }) => `${outcome === 'fail' ? '✗' : '!'} ${id}`),
      '',
    ]);
    const drawn = stripVTControlCharacters(text).split('\r');
    expect(Math.max(...drawn.filter((line) => /^\d+ of/.test(line)).map(({ length }) => length))).toBeLessThan(80);
  });
});

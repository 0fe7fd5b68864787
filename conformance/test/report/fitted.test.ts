import { stripVTControlCharacters, styleText } from 'node:util';
import { describe, expect, test } from 'vitest';
import { consoleReport } from '../../src/report/console-report.ts';
import { fitted } from '../../src/report/fitted.ts';
import { sampleResult } from './sample-result.ts';

describe('a line on a screen', () => {
  test('is broken between words, and continued with an indent', () => {
    expect(fitted('  one two three four', 12)).toEqual(['  one two', '    three', '    four']);
  });

  test('is broken inside a word that is wider than the screen', () => {
    expect(fitted(`  ${'x'.repeat(20)}`, 12)).toEqual([`  ${'x'.repeat(10)}`, `    ${'x'.repeat(8)}`, '    xx']);
  });

  test('keeps its colours, which take no room', () => {
    const line = styleText('red', 'one two three', { validateStream: false });
    const lines = fitted(line, 8);
    expect(lines.map((one) => stripVTControlCharacters(one))).toEqual(['one two', '  three']);
    expect(lines.join('')).toContain('\u001b[31m');
  });

  test.for([40, 80, 140])('of %i columns holds the whole report', (columns) => {
    const lines = consoleReport(sampleResult(), { columns }).split('\n');
    expect(lines.filter((line) => stripVTControlCharacters(line).length > columns)).toEqual([]);
    const words = (text: string): string => stripVTControlCharacters(text).replaceAll(/\s+/g, '');
    expect(words(lines.join(''))).toBe(words(consoleReport(sampleResult())));
  });
});

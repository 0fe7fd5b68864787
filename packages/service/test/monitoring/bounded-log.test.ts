import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FOREIGN_TEXT_MAX } from '../../src/model/foreign-text.ts';
import { boundedLog } from '../../src/monitoring/bounded-log.ts';

const ESC = String.fromCharCode(27);
const LONG = ESC.repeat(100) + 'x'.repeat(100_000);

/** What such an error makes of a line. */
function logged(fields: object): string {
  const lines: string[] = [];
  boundedLog(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })).info(fields, 'Something happened.');
  return lines.join('');
}

test.each([
  ['an error', { err: new Error(LONG) }],
  ['an error with its cause', { err: new Error('It failed.', { cause: new Error(LONG) }) }],
  ['members of an error', { err: Object.assign(new Error('It failed.'), { code: 'X', detail: LONG, more: { query: LONG } }) }],
  ['several errors', { err: new AggregateError(Array.from({ length: 1_000 }, () => new Error(LONG))) }],
  ['the text of an attempt', { error: LONG }],
])('%s of any length is a line of a few kilobytes without control characters', (_what, fields) => {
  const line = logged(fields);
  expect(line.length).toBeLessThan(60 * FOREIGN_TEXT_MAX);
  const texts: unknown[] = [];
  JSON.parse(line, (_name, value: unknown) => {
    texts.push(value);
    return value;
  });
  expect(texts.filter((text) => typeof text === 'string' && text.includes(ESC))).toEqual([]);
  expect(line).toContain('Something happened.');
});

test('what is short stays as it was', () => {
  const error = Object.assign(new Error('It failed.'), { code: 'X', tries: 3 });
  expect(JSON.parse(logged({ err: error, applicationId: 'tests', error: undefined })).err).toMatchObject({
    type: 'Error',
    message: 'It failed.',
    stack: error.stack,
    code: 'X',
    tries: 3,
  });
});

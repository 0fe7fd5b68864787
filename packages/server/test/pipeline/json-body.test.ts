import { expect, test } from 'vitest';
import { parseJsonBody } from '../../src/pipeline/json-body.ts';

test.for([
  ['"\\ud83d\\ude00"', '😀'],
  ['"\\uD83D\\uDE00\\uD83D\\uDE00"', '😀😀'],
  ['"😀"', '😀'],
  ['"\\\\ud800"', '\\ud800'],
  ['"\\u0041\\n"', 'A\n'],
] as const)('%s is a text', ([json, want]) => {
  expect(parseJsonBody(Buffer.from(json))).toBe(want);
});

test.for([
  '"\\ud800"',
  '"\\udfff"',
  '"\\ud800\\ud800"',
  '"\\ude00\\ud83d"',
  '"\\ud83d \\ude00"',
  '"\\ud83d\\n\\ude00"',
  '"\\\\\\ud800"',
  '{"\\ud800":1}',
  '["\\ud83d","\\ude00"]',
])('D-18: %s holds half of a surrogate pair, and is refused', (json) => {
  expect(() => parseJsonBody(Buffer.from(json))).toThrow(expect.objectContaining({ code: 'malformed-json' }));
});

import { expect, test } from 'vitest';
import { type Documented, docComment } from '../../src/emit/doc-comment.ts';

const deprecation = { since: '2026-12-01', sunset: '2027-12-01', instead: 'Use */other.' };
const TAG = '@deprecated Since 2026-12-01; it may be gone from 2027-12-01 on. Use * /other.';

test.for<{ given: Documented; want: string }>([
  { given: {}, want: '' },
  { given: { summary: 'Lists */items.' }, want: '  /** Lists * /items. */\n' },
  { given: { summary: 'List items', description: 'Answers\n  them.' }, want: '  /** List items. Answers them. */\n' },
  { given: { deprecation }, want: `  /** ${TAG} */\n` },
  { given: { summary: 'Lists.', deprecation }, want: `  /**\n   * Lists.\n   *\n   * ${TAG}\n   */\n` },
])('$given becomes one comment that nothing in it can end', ({ given, want }) => {
  expect(docComment(given, '  ')).toBe(want);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { needs } from '../toolchain.ts';
import { pythonTools, runRust } from '../tools.ts';
import { matcher, publishedPatterns, type Questions } from './published-patterns.ts';

const TOOLS = join(import.meta.dirname, '../../tools');
const questions = await publishedPatterns();
const input = JSON.stringify(questions);

/** What the programs of tools/ print: for each engine and pattern a string with 1 for each text that matches, and 0 for each that does not. */
type Answers = Readonly<Record<string, readonly string[]>>;

test('every published pattern accepts an example and refuses a near miss', () => {
  const { patterns, texts } = questions;
  expect(patterns.length).toBeGreaterThan(0);
  expect(patterns.filter((pattern) => new Set(texts.map(matcher(pattern))).size < 2)).toEqual([]);
});

test('RE2 reads every published pattern as ECMAScript does', async (context) => {
  needs(context, 'go');
  const { re2 }: Answers = JSON.parse(await run('go', ['run', './patterns'], { cwd: join(TOOLS, 'go'), input }));
  expect(differences(questions, re2)).toEqual([]);
});

test("Rust's regex reads every published pattern as ECMAScript does", async (context) => {
  needs(context, 'rust');
  const { regex }: Answers = JSON.parse(await runRust(input));
  expect(differences(questions, regex)).toEqual([]);
});

test("Python's re and pydantic read every published pattern as ECMAScript does", async (context) => {
  needs(context, 'python');
  const program = join(TOOLS, 'python/patterns.py');
  const { re, pydantic }: Answers = JSON.parse(await run(join(await pythonTools(), 'python'), [program], { input }));
  expect(differences(questions, pydantic)).toEqual([]);
  // The $ of re stands before a last line break too (D-18).
  expect(differences(questions, re).filter(([pattern, text]) => !(text.endsWith('\n') && matcher(pattern)(text.slice(0, -1))))).toEqual([]);
});

/** The patterns and texts in which an engine is of another mind than ECMAScript. */
function differences(
  { patterns, texts }: Questions,
  answers: readonly string[] | undefined,
): readonly (readonly [pattern: string, text: string])[] {
  expect(answers?.map(({ length }) => length)).toEqual(patterns.map(() => texts.length));
  return patterns.flatMap((pattern, row) => {
    const matches = matcher(pattern);
    return texts.filter((text, column) => (answers?.[row]?.[column] === '1') !== matches(text)).map((text) => [pattern, text] as const);
  });
}

import { type Program, runProgram } from '@business-cloud/command-line';
import { expect, test } from 'vitest';
import { chaos } from '../src/command.ts';

const program: Program = {
  name: 'pnpm chaos',
  manifest: new URL('../package.json', import.meta.url),
  summary: chaos.summary,
  commands: [chaos],
};

async function run(args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), env: {} };
  const code = await runProgram(program, args, { ...terminal, signal: AbortSignal.abort() });
  return { code, out: out.join('\n'), err };
}

test('the help names the options, with examples', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const example of chaos.examples) expect(out).toContain(example);
});

test.for([
  [['--experiment', 'kils'], '--experiment must be one of kills, '],
  [['--store', 'oracle'], '--store must be one of sqlite, postgres; it is oracle.'],
  [['--nodes', '0'], '--nodes must be a whole number from 1 to 8; it is 0.'],
  [['--kills', 'many'], '--kills must be a whole number from 1 to 100000; it is many.'],
] as const)('bad input %j is one sentence, and exit code 2', async ([args, sentence]) => {
  const { code, err } = await run(args);
  expect([code, err.length]).toEqual([2, 1]);
  expect(err[0]).toContain(sentence);
});

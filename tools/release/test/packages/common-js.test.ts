import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { runProgram } from '../../src/run-command.ts';

const installation = inject('installation');
const jest = join(import.meta.dirname, '../../node_modules/jest/bin/jest.js');

test('client and events work in Jest as it is set up by default', async () => {
  const args = [jest, '--rootDir', installation, '--testMatch', '**/jest.cjs', '--no-watchman', '--no-cache'];
  const { exitCode, stderr } = await runProgram(process.execPath, args, { cwd: installation });
  expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  expect(exitCode).toBe(0);
});

test('errors of a copy that was loaded by require are known to one that was imported, and the other way round', async () => {
  expect(await runProgram(process.execPath, ['two-copies.mjs'], { cwd: installation })).toEqual({
    exitCode: 0,
    stdout: 'known\n',
    stderr: '',
  });
});

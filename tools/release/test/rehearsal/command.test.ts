import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markPassed } from '../../src/rehearsal/passed.ts';
import { runProgram } from '../../src/run-command.ts';
import { packedFolder } from './packed-folder.ts';

const SOURCE = join(import.meta.dirname, '../../src');
const rehearse = (...args: readonly string[]) => runProgram('node', [join(SOURCE, 'rehearsal/command.ts'), ...args], { cwd: SOURCE });
const publish = (...args: readonly string[]) => runProgram('node', [join(SOURCE, 'publishing/command.ts'), ...args], { cwd: SOURCE });

test('the rehearsal fails when a tarball was changed after packing, and names it', async () => {
  await using packed = await packedFolder();
  await packed.repack();
  const { exitCode, stderr } = await rehearse('--from', packed.folder);
  expect(stderr).toContain(`${join(packed.folder, packed.tarball.file)} is not the file that was packed`);
  expect(exitCode).toBe(1);
});

test('publishing is refused for a tarball that was changed after it passed', async () => {
  await using packed = await packedFolder();
  await markPassed(packed.folder);
  await packed.repack();
  const { exitCode, stderr } = await publish('--dry-run', '--from', packed.folder);
  expect(stderr).toContain(packed.tarball.file);
  expect(exitCode).toBe(1);
});

test('publishing is refused for tarballs that were not rehearsed', async () => {
  await using packed = await packedFolder();
  const { exitCode, stderr } = await publish('--dry-run', '--from', packed.folder);
  expect(stderr).toContain('have not passed the rehearsal');
  expect(exitCode).toBe(1);
});

test.for([['--only', 'bun'], ['--everything']])('%s is answered with one sentence and 2', async (args) => {
  const { exitCode, stderr } = await rehearse(...args);
  expect(stderr.trimEnd()).toMatch(/^.* See pnpm release:rehearse --help[.]$/);
  expect(exitCode).toBe(2);
});

test('both commands tell how they are used', async () => {
  for (const command of [rehearse, publish]) {
    const { exitCode, stdout } = await command('--help');
    expect(stdout).toContain('Examples:');
    expect(exitCode).toBe(0);
  }
});

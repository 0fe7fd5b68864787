import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '#command-line';
import { program } from '../../src/init/program.ts';

async function run(...args: readonly string[]): Promise<{ code: number; err: readonly string[]; out: readonly string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), env: {} };
  const code = await runProgram(program, args, { ...terminal, signal: new AbortController().signal });
  return { code, out, err };
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'init-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('init writes a package with a service and its test, and says what is next', async () => {
  const folder = join(await emptyFolder(), 'my-stand-in');
  const { code, out } = await run('init', folder);
  expect([code, out.length]).toEqual([0, 7]);
  const { name, dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect([name, dependencies['@business-cloud/server']]).toEqual(['my-stand-in', `^${version}`]);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.includes('.'));
  expect(files.toSorted()).toEqual([
    '.gitignore',
    'package.json',
    'src/main.ts',
    'src/service.ts',
    'test/conformance.test.ts',
    'tsconfig.json',
  ]);
});

test('nothing is written over, nor into what is no folder, nor under a name that no package can have', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'mine'), 'mine');
  await mkdir(join(folder, 'full'));
  await writeFile(join(folder, 'full/mine'), 'mine');
  for (const name of ['full', 'mine', 'mine/below', 'My Stand-In']) {
    const { code, err } = await run('init', join(folder, name));
    expect([code, err.length]).toEqual([2, 1]);
  }
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['full', 'full/mine', 'mine']);
});

test('it has a version, a help and completion, as every command line of ours', async () => {
  for (const args of [['--version'], ['help'], ['init', '--help'], ['completion', 'bash']]) {
    const { code, out } = await run(...args);
    expect([code, out.length > 0]).toEqual([0, true]);
  }
});

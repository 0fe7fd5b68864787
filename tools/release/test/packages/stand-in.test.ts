import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runProgram } from '../../src/run-command.ts';
import { type Newcomer, newcomer } from './newcomer.ts';

const page = await readFile(join(REPOSITORY_FOLDER, 'docs/server/stand-in.md'), 'utf8');
const words = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
let user: Newcomer;

beforeAll(async () => {
  user = await newcomer(inject('tarballs'));
}, 120_000);
afterAll(() => user[Symbol.asyncDispose]());

test.each(words)('in an empty folder, these words make a stand-in that the suite passes: %s', { timeout: 300_000 }, async (block) => {
  const { env } = user;
  const cwd = await user.emptyFolder(block.split(' ', 1)[0] ?? '');
  const { exitCode, stdout, stderr } = await runProgram('bash', ['-e', '-c', block], { cwd, env });
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/[1-9][0-9]* rules hold/);
  const child = spawn('node', ['src/main.ts'], {
    cwd: join(cwd, 'my-stand-in'),
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = await once(createInterface(child.stdout), 'line');
    expect((await fetch(`${url}/api/v3/config/Azienda`)).status).toBe(401);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
});

test('both package managers are tried', () => {
  expect(words.map((block) => block.split(' ', 1)[0])).toEqual(['npx', 'pnpm']);
});

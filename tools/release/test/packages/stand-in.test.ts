import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { linkNode, machineRegistry } from '../../src/rehearsal/package-managers.ts';
import { type LocalRegistry, SCOPE, startRegistry } from '../../src/rehearsal/registry.ts';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runProgram } from '../../src/run-command.ts';
import { readVerifiedManifest } from '../../src/tarballs/manifest.ts';

const page = await readFile(join(REPOSITORY_FOLDER, 'docs/server/stand-in.md'), 'utf8');
const words = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
// Not below the installation: its packages would be found from there.
const folder = join(tmpdir(), `stand-in-${process.pid}`);
let registry: LocalRegistry;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  registry = await startRegistry(join(folder, 'registry'));
  const tarballs = inject('tarballs');
  await registry.publish(tarballs, await readVerifiedManifest(tarballs));
  const bin = join(folder, 'bin');
  await linkNode(bin);
  await writeFile(join(bin, 'pnpm'), '#!/bin/sh\nexec npx -y pnpm@12 "$@"\n', { mode: 0o755 });
  const others = await machineRegistry(folder);
  const userConfig = join(folder, '.npmrc');
  await writeFile(userConfig, `registry=${others}\n${SCOPE}:registry=${registry.url}/\n`);
  const outside = Object.entries(process.env).filter(([name]) => !/^(p?npm_|init_cwd$|node_options$|node_path$)/i.test(name));
  const path = (process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'));
  env = {
    ...Object.fromEntries(outside),
    PATH: [bin, ...path].join(':'),
    HOME: folder,
    npm_config_userconfig: userConfig,
    npm_config_cache: join(folder, 'cache'),
    // By default pnpm takes no version that is less than a day old, and ours is seconds old.
    pnpm_config_minimum_release_age: '0',
  };
}, 120_000);

afterAll(async () => {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(words)('in an empty folder, these words make a stand-in that the suite passes: %s', { timeout: 300_000 }, async (block) => {
  const cwd = join(folder, block.split(' ', 1)[0] ?? '');
  await mkdir(cwd);
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

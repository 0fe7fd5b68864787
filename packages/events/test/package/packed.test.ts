import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '../..');
const WORKSPACE = join(PACKAGE, '../..');
const shell = process.platform === 'win32';
const run = promisify(execFile);
const nodes = await nodesOnPath();
let folder = '';

/** Every Node on the path of version 20 or later, by version: the one of this run, and whatever the machine has. */
async function nodesOnPath(): Promise<ReadonlyMap<string, string>> {
  const found = new Map([[process.version, process.execPath]]);
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(directory, process.platform === 'win32' ? 'node.exe' : 'node');
    const { stdout } = await run(node, ['--version']).catch(() => ({ stdout: '' }));
    const version = stdout.trim();
    if (Number(/^v([0-9]+)/.exec(version)?.[1]) >= 20 && !found.has(version)) found.set(version, node);
  }
  return found;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  const installed = join(folder, 'node_modules/@business-cloud/events');
  await mkdir(installed, { recursive: true });
  await run('npx', ['-y', 'pnpm@12', 'run', 'build'], { cwd: PACKAGE, shell });
  await run('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], { cwd: PACKAGE, shell });
  const [tarball = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
  for (const file of ['smoke.mjs', 'consumer.ts']) await cp(join(import.meta.dirname, file), join(folder, file));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.for([...nodes])('the packed package works by itself, every entry of it, on Node %s', { timeout: 30_000 }, async ([version, node]) => {
  const { stdout } = await run(node, ['smoke.mjs'], { cwd: folder });
  expect(stdout).toBe(`sound on ${version}\n`);
});

test.for([...nodes])('its command runs on Node %s', { timeout: 30_000 }, async ([, node]) => {
  const { bin } = JSON.parse(await readFile(join(folder, 'node_modules/@business-cloud/events/package.json'), 'utf8'));
  const command = join(folder, 'node_modules/@business-cloud/events', bin['business-cloud-events']);
  expect((await run(node, [command, '--help'])).stdout).toContain('Examples:');
});

test('a program of its user compiles against its types', { timeout: 60_000 }, async () => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const tsc = join(WORKSPACE, 'node_modules/.bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--typeRoots'];
  const types = join(WORKSPACE, 'node_modules/@types');
  expect((await run(tsc, [...options, types, 'consumer.ts'], { cwd: folder, shell })).stdout).toBe('');
});

test('it has no dependencies, and holds nothing but what it was built to', async () => {
  const installed = join(folder, 'node_modules/@business-cloud/events');
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(manifest.dependencies ?? {}).toEqual({});
  expect((await readdir(installed)).sort()).toEqual(['README.md', 'dist', 'package.json']);
  expect((await readdir(installed, { recursive: true })).filter((file) => /[.]ts$/.test(file) && !/[.]d[.]ts$/.test(file))).toEqual([]);
});

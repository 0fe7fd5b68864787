import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { overNetwork } from '../../src/rehearsal/network.ts';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runOrFail, runProgram } from '../../src/run-command.ts';
import { readVerifiedManifest } from '../../src/tarballs/manifest.ts';

const types = join(REPOSITORY_FOLDER, 'node_modules/@types');
const compilers = [
  ['TypeScript 5.4', join(import.meta.dirname, '../../node_modules/typescript-5.4/bin/tsc')],
  ['TypeScript 5.9', join(import.meta.dirname, '../../node_modules/typescript-5.9/bin/tsc')],
  ['TypeScript 7', join(REPOSITORY_FOLDER, 'node_modules/typescript/bin/tsc')],
] as const;
const resolutions = [
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
] as const;
const cases = compilers.flatMap(([version, compiler]) =>
  resolutions.map(([resolution, args]) => [version, resolution, compiler, args] as const),
);
let folder: string;

/** The client as pnpm installs it: its user sees the client, and nothing that the client needs. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isolated-'));
  const tarballs = await readVerifiedManifest(inject('tarballs'));
  const client = tarballs.find(({ name }) => name === '@business-cloud/client') ?? expect.fail('There is no tarball of the client.');
  const dependencies = { [client.name]: `file:${join(inject('tarballs'), client.file)}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  const install = ['-y', 'pnpm@12', 'install', '--prefer-offline', '--no-frozen-lockfile'];
  await overNetwork(() => runOrFail('npx', install, { cwd: folder }));
  await cp(join(import.meta.dirname, 'programs/isolated'), folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(cases)('%s declares what a program exports of the client, under %s', async (_version, resolution, compiler, args) => {
  const output = `declared-${resolution}`;
  await compile(compiler, [...args, '--declaration', '--emitDeclarationOnly', '--outDir', output, 'declared.mts']);
  expect(await readFile(join(folder, output, 'declared.d.mts'), 'utf8')).not.toContain("'openapi-fetch'");
  await compile(compiler, [...args, '--noEmit', join(output, 'declared.d.mts')]);
});

test.each(cases)('%s lets a program pass on what may be undefined, under %s', async (_version, _resolution, compiler, args) => {
  await compile(compiler, [...args, '--noEmit', '--exactOptionalPropertyTypes', 'undefined.mts']);
});

/** Compiles as strictly as TypeScript can, our own declarations included; those of its library are not ours to judge. */
async function compile(compiler: string, args: readonly string[]): Promise<void> {
  const strict = ['--strict', '--skipLibCheck', 'false', '--skipDefaultLibCheck', '--target', 'es2022'];
  const all = [compiler, ...strict, '--typeRoots', types, '--types', 'node', ...args];
  const { exitCode, stdout } = await runProgram(process.execPath, all, { cwd: folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
}

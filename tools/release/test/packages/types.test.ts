import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runProgram } from '../../src/run-command.ts';

const installation = inject('installation');
const types = join(REPOSITORY_FOLDER, 'node_modules/@types');
const oldest = join(import.meta.dirname, '../../node_modules/typescript-5.4/bin/tsc');
const newest = join(REPOSITORY_FOLDER, 'node_modules/typescript/bin/tsc');
const node16 = ['--module', 'node16'];
const nodenext = ['--module', 'nodenext'];
const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler'];
/** A bundler's program is an ES module. */
const both = ['consumer.mts', 'consumer.cts'];
const one = ['consumer.mts'];
const implementing = ['server', 'service', 'conformance'];

beforeAll(async () => {
  const program = await readFile(join(installation, 'consumer.mts'), 'utf8');
  // A kysely that is no CommonJS is not for programs that are.
  const commonJs = program.replace(/^import .*dedupe-sql';$/m, '').replace(/^ *createSqlDedupe,$/m, '');
  await writeFile(join(installation, 'consumer.cts'), commonJs);
  const implementer = implementing.map((name) => `export * as ${name} from '@business-cloud/${name}';\n`).join('');
  await writeFile(join(installation, 'implementer.mts'), implementer);
});

// TypeScript 5.4 finds modules by nodenext as by node16. Each reads every package in one program, because it takes long to read their libraries.
test.each([
  ['TypeScript 5.4', 'every package', 'node16', oldest, [...node16, ...both, 'implementer.mts']],
  ['TypeScript 5.4', 'client and events', 'bundler', oldest, [...bundler, ...one]],
  ['TypeScript 7', 'client and events', 'node16', newest, [...node16, ...both]],
  ['TypeScript 7', 'every package', 'nodenext', newest, [...nodenext, ...both, 'implementer.mts']],
  ['TypeScript 7', 'client and events', 'bundler', newest, [...bundler, ...one]],
] as const)('%s accepts the types of %s under %s', async (_version, _packages, _resolution, compiler, args) => {
  await compile(compiler, args);
});

/** Compiles as strictly as TypeScript can, our own declarations included; those of its library are not ours to judge. */
async function compile(compiler: string, args: readonly string[]): Promise<void> {
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--skipDefaultLibCheck', '--target', 'es2022'];
  const all = [compiler, ...strict, '--typeRoots', types, '--types', 'node', ...args];
  const { exitCode, stdout } = await runProgram(process.execPath, all, { cwd: installation });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runProgram } from '../../src/run-command.ts';

const installation = inject('installation');
const types = join(REPOSITORY_FOLDER, 'node_modules/@types');
const compilers = {
  'TypeScript 5.4': join(import.meta.dirname, '../../node_modules/typescript-5.4/bin/tsc'),
  'TypeScript 7': join(REPOSITORY_FOLDER, 'node_modules/typescript/bin/tsc'),
};
const resolutions = {
  node16: ['--module', 'node16'],
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
};

beforeAll(async () => {
  const program = await readFile(join(installation, 'consumer.mts'), 'utf8');
  // A kysely that is no CommonJS is not for programs that are.
  const commonJs = program.replace(/^import .*dedupe-sql';$/m, '').replace(/^ *createSqlDedupe,$/m, '');
  await writeFile(join(installation, 'consumer.cts'), commonJs);
});

describe.each(Object.entries(compilers))('%s', (_, compiler) => {
  test.each(Object.entries(resolutions))('accepts the types of client and events under %s', async (resolution, options) => {
    const programs = resolution === 'bundler' ? ['consumer.mts'] : ['consumer.mts', 'consumer.cts'];
    await compile(compiler, [...options, ...programs]);
  });

  test('accepts the types of server, service and conformance', async () => {
    const names = ['server', 'service', 'conformance'];
    await writeFile(
      join(installation, 'implementer.mts'),
      names.map((name) => `export * as ${name} from '@business-cloud/${name}';\n`).join(''),
    );
    await compile(compiler, [...resolutions.nodenext, 'implementer.mts']);
  });
});

/** Compiles as strictly as TypeScript can, our own declarations included; those of its library are not ours to judge. */
async function compile(compiler: string, args: readonly string[]): Promise<void> {
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--skipDefaultLibCheck', '--target', 'es2022'];
  const all = [compiler, ...strict, '--typeRoots', types, '--types', 'node', ...args];
  const { exitCode, stdout } = await runProgram(process.execPath, all, { cwd: installation });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
}

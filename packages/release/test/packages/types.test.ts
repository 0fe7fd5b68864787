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
    const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--skipDefaultLibCheck', '--target', 'es2022'];
    const args = [compiler, ...strict, ...options, '--typeRoots', types, '--types', 'node', ...programs];
    const { exitCode, stdout } = await runProgram(process.execPath, args, { cwd: installation });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  });
});

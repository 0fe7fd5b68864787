import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { READ } from '../calls.ts';
import { APIS, documentFile } from '../documents.ts';
import { referenceService } from '../reference-service.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { npmTools } from '../tools.ts';

/** A generator whose program in tools/ has its name: the command that makes a client of a document in a folder. */
type Generator = readonly [name: string, command: string, options: (document: string, folder: string) => readonly string[]];

const GENERATORS: readonly Generator[] = [
  ['hey-api', 'openapi-ts', (document, folder) => ['--input', document, '--output', folder]],
  ['openapi-zod-client', 'openapi-zod-client', (document, folder) => [document, '--output', join(folder, 'client.ts')]],
  [
    'swagger-typescript-api',
    'swagger-typescript-api',
    (document, folder) => ['generate', '--path', document, '--output', folder, '--name', 'api.ts'],
  ],
];

/** The programs are compiled to CommonJS, since what is generated imports files without their endings. */
const COMPILER = [
  '--strict',
  '--target',
  'es2022',
  '--module',
  'commonjs',
  '--moduleResolution',
  'node10',
  '--lib',
  'es2022,dom,dom.iterable',
];

test.for(GENERATORS)(
  '%s makes TypeScript clients that compile and call the reference service',
  async ([name, command, options], context) => {
    needs(context, 'npm');
    await using folder = await temporaryFolder();
    await using service = await referenceService();
    const cwd = folder.path;
    const bin = await npmTools();
    await symlink(dirname(bin), join(cwd, 'node_modules'));
    for (const api of APIS) {
      await mkdir(join(cwd, api));
      await run(join(bin, command), options(documentFile(api), join(cwd, api)), { cwd });
    }
    await cp(join(import.meta.dirname, `../../tools/npm/calls/${name}.ts`), join(cwd, 'calls.ts'));
    await run(join(bin, 'tsc'), [...COMPILER, 'calls.ts'], { cwd });
    expect(JSON.parse(await run(process.execPath, ['calls.js'], { cwd, env: service.env }))).toEqual(READ);
  },
);

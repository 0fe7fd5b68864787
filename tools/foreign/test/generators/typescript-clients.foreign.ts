import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { READ } from '../calls.ts';
import { APIS, bundleFor, documentFile } from '../documents.ts';
import { type ReferenceService, referenceService } from '../reference-service.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { npmTools } from '../tools.ts';

/** A generator whose program in tools/ has its name: the command that makes a client of a document in a folder. */
type Generator = readonly [name: string, command: string, options: (document: string, folder: string) => readonly string[]];

const HEY_API: Generator = ['hey-api', 'openapi-ts', (document, folder) => ['--input', document, '--output', folder]];
const GENERATORS: readonly Generator[] = [
  HEY_API,
  ['openapi-zod-client', 'openapi-zod-client', (document, folder) => [document, '--output', join(folder, 'client.ts')]],
  [
    'swagger-typescript-api',
    'swagger-typescript-api',
    (document, folder) => ['generate', '--path', document, '--output', folder, '--name', 'api.ts'],
  ],
];

/** The programs are compiled to CommonJS, since what is generated imports files without their endings. */
const COMPILER = '--strict --target es2022 --module commonjs --moduleResolution node10 --types node --skipLibCheck'.split(' ');

test.for(GENERATORS)('%s makes TypeScript clients that compile and call the reference service', async (generator, context) => {
  needs(context, 'npm');
  await using folder = await temporaryFolder();
  await using service = await referenceService();
  expect(await readBy(generator, folder.path, service)).toEqual(READ);
});

test('hey-api makes clients that send the header names of an installation, of the bundle with them', async (context) => {
  needs(context, 'npm');
  await using folder = await temporaryFolder();
  await using service = await referenceService('My-Shop');
  const contract = join(folder.path, 'contract');
  await bundleFor('My-Shop', contract);
  expect(await readBy(HEY_API, folder.path, service, contract, 'X-My-Shop-')).toEqual(READ);
});

/** What a generator's program reads of a service. Its types hold the header names that it writes to those of the documents. */
async function readBy(
  [name, command, options]: Generator,
  cwd: string,
  service: ReferenceService,
  contract?: string,
  prefix = 'X-Service-',
): Promise<unknown> {
  const bin = await npmTools();
  await symlink(dirname(bin), join(cwd, 'node_modules'));
  for (const api of APIS) {
    await mkdir(join(cwd, api));
    await run(join(bin, command), options(documentFile(api, 'yaml', contract), join(cwd, api)), { cwd });
  }
  const program = await readFile(join(import.meta.dirname, `../../tools/npm/calls/${name}.ts`), 'utf8');
  await writeFile(join(cwd, 'calls.ts'), program.replaceAll('X-Service-', prefix));
  await run(join(bin, 'tsc'), [...COMPILER, 'calls.ts'], { cwd });
  return JSON.parse(await run(process.execPath, ['calls.js'], { cwd, env: service.env }));
}

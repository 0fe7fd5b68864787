import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READ } from '../calls.ts';
import { APIS, documentFile } from '../documents.ts';
import { referenceService } from '../reference-service.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { npmTools, openapiGenerator, pythonTools } from '../tools.ts';

type Api = (typeof APIS)[number];

async function generate(generator: string, api: Api, target: string, properties: string): Promise<void> {
  const options = ['-g', generator, '-i', documentFile(api), '-o', target, `--additional-properties=${properties}`];
  await run('java', ['-jar', await openapiGenerator(), 'generate', ...options]);
}

test.for(APIS)('openapi-generator makes a Java client of the %s API that compiles', async (api, context) => {
  needs(context, 'java', 'maven');
  await using folder = await temporaryFolder();
  await generate('java', api, folder.path, 'library=native');
  await run('mvn', ['-q', '-B', 'compile'], { cwd: folder.path });
});

test.for(APIS)('openapi-generator makes a TypeScript client of the %s API that compiles', async (api, context) => {
  needs(context, 'java', 'maven', 'npm');
  await using folder = await temporaryFolder();
  await generate('typescript-fetch', api, folder.path, 'supportsES6=true');
  await run(join(await npmTools(), 'tsc'), [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    join(folder.path, 'index.ts'),
  ]);
});

test('openapi-generator makes Python clients that call the reference service', async (context) => {
  needs(context, 'java', 'maven', 'python');
  await using folder = await temporaryFolder();
  await using service = await referenceService();
  for (const api of APIS) await generate('python', api, folder.path, `packageName=${api}_client`);
  await cp(join(import.meta.dirname, '../../tools/python/pydantic_calls.py'), join(folder.path, 'calls.py'));
  const output = await run(join(await pythonTools(), 'python'), ['calls.py'], { cwd: folder.path, env: service.env });
  expect(JSON.parse(output)).toEqual(READ);
});

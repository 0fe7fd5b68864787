import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READ } from '../calls.ts';
import { APIS, documentFile } from '../documents.ts';
import { referenceService } from '../reference-service.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';

test('oapi-codegen makes Go clients that call the reference service', async (context) => {
  needs(context, 'go');
  await using folder = await temporaryFolder();
  await using service = await referenceService();
  const cwd = folder.path;
  await cp(join(import.meta.dirname, '../../tools/go'), cwd, { recursive: true });
  for (const api of APIS) {
    await mkdir(join(cwd, api));
    const options = ['-generate', 'types,client', '-package', api, '-o', `${api}/client.go`, documentFile(api)];
    await run('go', ['tool', 'oapi-codegen', ...options], { cwd });
  }
  await run('go', ['vet', './...'], { cwd });
  expect(JSON.parse(await run('go', ['run', './calls'], { cwd, env: service.env }))).toEqual(READ);
});

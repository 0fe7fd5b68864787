import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READ } from '../calls.ts';
import { APIS, documentFile } from '../documents.ts';
import { referenceService } from '../reference-service.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';

test('ogen makes Go clients that call the reference service', async (context) => {
  needs(context, 'go');
  await using folder = await temporaryFolder();
  await using service = await referenceService();
  const cwd = folder.path;
  await cp(join(import.meta.dirname, '../../tools/ogen'), cwd, { recursive: true });
  for (const api of APIS) {
    await run('go', ['tool', 'ogen', '--config', 'ogen.yml', '--target', api, '--package', api, documentFile(api)], { cwd });
  }
  expect(JSON.parse(await run('go', ['run', './calls'], { cwd, env: service.env }))).toEqual(READ);
});

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READ } from '../calls.ts';
import { APIS, documentFile } from '../documents.ts';
import { referenceService } from '../reference-service.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { pythonTools } from '../tools.ts';

test('openapi-python-client makes clients that call the reference service', async (context) => {
  needs(context, 'python');
  await using folder = await temporaryFolder();
  await using service = await referenceService();
  const cwd = folder.path;
  const bin = await pythonTools();
  for (const api of APIS) {
    const options = ['--path', documentFile(api), '--meta', 'none', '--output-path', join(cwd, `${api}_client`)];
    await run(join(bin, 'openapi-python-client'), ['generate', ...options], { cwd });
  }
  await run(join(bin, 'python'), ['-m', 'compileall', '-q', '.'], { cwd });
  await cp(join(import.meta.dirname, '../../tools/python/calls.py'), join(cwd, 'calls.py'));
  expect(JSON.parse(await run(join(bin, 'python'), ['calls.py'], { cwd, env: service.env }))).toEqual(READ);
});

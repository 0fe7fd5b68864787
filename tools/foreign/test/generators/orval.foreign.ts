import { join } from 'node:path';
import { test } from 'vitest';
import { APIS, documentFile } from '../documents.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { npmTools } from '../tools.ts';

test.for(APIS)('orval makes a TypeScript client of the %s API that compiles', async (api, context) => {
  needs(context, 'npm');
  await using folder = await temporaryFolder();
  const bin = await npmTools();
  const client = join(folder.path, 'client.ts');
  await run(join(bin, 'orval'), ['--input', documentFile(api), '--output', client, '--client', 'fetch'], { cwd: folder.path });
  const libraries = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable'];
  await run(join(bin, 'tsc'), ['--noEmit', '--strict', ...libraries, client]);
});

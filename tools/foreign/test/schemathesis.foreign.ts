import { join } from 'node:path';
import { test } from 'vitest';
import { APIS, documentFile } from './documents.ts';
import { referenceService } from './reference-service.ts';
import { run } from './run.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { needs } from './toolchain.ts';
import { pythonTools } from './tools.ts';

/** What is held against the service: no 5xx, and nothing that the document does not say. */
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance';

test.for(APIS)('Schemathesis finds no fault and no undocumented status in the %s API of the reference service', async (api, context) => {
  needs(context, 'python');
  await using folder = await temporaryFolder();
  await using service = await referenceService();
  const headers = Object.entries(await service.headers()).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const options = ['--checks', CHECKS, '--phases', 'examples,coverage,fuzzing', '--max-examples', '20', '--seed', '1', '--no-color'];
  const document = ['run', documentFile(api), '--url', service.url];
  await run(join(await pythonTools(), 'schemathesis'), [...document, ...options, ...headers], { cwd: folder.path });
});

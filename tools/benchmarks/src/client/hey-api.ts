import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';

/** The one operation that is measured, as a document. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'One operation', version: '1' },
  paths: {
    '/api/v3/{companyId}/articolo/{articoloId}': {
      get: {
        operationId: 'getArticolo',
        parameters: ['companyId', 'articoloId'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })),
        responses: { '200': { description: 'A stock item', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
} as const;

interface Generated {
  createClient(config: object): unknown;
  createConfig(config: object): object;
  getArticolo(options: object): Promise<{ readonly data?: unknown }>;
}

/** A call through the client that @hey-api/openapi-ts generates. */
export async function heyApiCall(baseUrl: string, headers: Readonly<Record<string, string>>): Promise<() => Promise<unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'hey-api-'));
  try {
    const output = { path: join(folder, 'generated') };
    await createClient({ input: DOCUMENT, output, plugins: ['@hey-api/client-fetch', '@hey-api/sdk'], logs: { level: 'silent' } });
    const bundle = join(folder, 'client.mjs');
    const contents = "export * from './generated/index.ts';\nexport * from './generated/client/index.ts';";
    await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: bundle,
      logLevel: 'error',
    });
    const generated: Generated = await import(pathToFileURL(bundle).href);
    const client = generated.createClient(generated.createConfig({ baseUrl, headers }));
    return async () => (await generated.getArticolo({ client, path: { companyId: 1, articoloId: 8 } })).data;
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');

/** Bytes of what a bundler ships for these lines, minified and gzipped. */
async function sizeOf(lines: string): Promise<number> {
  const stdin = { contents: lines, resolveDir: SOURCE, loader: 'ts' } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', platform: 'node', write: false });
  return outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).length, 0);
}

test.for([
  'export * from "./verify.ts"',
  'export * from "./web-verify.ts"',
  'export { verify, WebhookError } from "./index.ts"',
  'export { verify, WebhookError } from "./web.ts"',
])('%s ships less than 2 kB, minified and gzipped', async (lines) => {
  const bytes = await sizeOf(lines);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(2000);
});

test.for(['web', 'web-verify', 'fetch'])('%s needs nothing of Node: a bundler for browsers resolves it', async (entry) => {
  const entryPoints = [join(SOURCE, `${entry}.ts`)];
  const { errors } = await build({ entryPoints, bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'silent' });
  expect(errors).toEqual([]);
});

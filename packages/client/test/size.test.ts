import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const KB = 1000;

/** Bytes of an entry with all that it needs, minified and gzipped. */
async function sizeOf(contents: string): Promise<number> {
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../src'), loader: 'ts' as const };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', target: 'es2022', write: false });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength;
}

test('the whole client is under 8 kB minified and gzipped', async () => {
  expect(await sizeOf("export * from './index.ts'")).toBeLessThan(8 * KB);
});

test('the entry for calls by path is under 5 kB', async () => {
  expect(await sizeOf("export * from './paths.ts'")).toBeLessThan(5 * KB);
});

test('what is not used is left out', async () => {
  expect(await sizeOf("export { isClientError } from './index.ts'")).toBeLessThan(KB);
  expect(await sizeOf("export { change } from './index.ts'")).toBeLessThan(KB);
});

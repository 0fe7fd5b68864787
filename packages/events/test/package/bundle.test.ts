import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');

test.for(['web', 'web-verify', 'fetch'])('%s needs nothing of Node: a bundler for browsers resolves it', async (entry) => {
  const entryPoints = [join(SOURCE, `${entry}.ts`)];
  const { errors } = await build({ entryPoints, bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'silent' });
  expect(errors).toEqual([]);
});

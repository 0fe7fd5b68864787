import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, inject, test } from 'vitest';
import { readVerifiedManifest } from '../../src/tarballs/manifest.ts';
import budgets from './budgets.json' with { type: 'json' };
import { installedPackages } from './installed-packages.ts';

const installation = inject('installation');
const folder = inject('tarballs');
const tarballs = await readVerifiedManifest(folder);
const bundles = Object.values(budgets).flatMap(({ bundleBytes }) => Object.entries<number>(bundleBytes));

/** Bytes of what a bundler ships for a line of code, with all that it needs, minified and gzipped. */
async function bundledBytes(contents: string): Promise<number> {
  const stdin = { contents, resolveDir: installation, loader: 'js' } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', platform: 'node', write: false });
  return outputFiles.reduce((bytes, file) => bytes + gzipSync(file.contents, { level: 9 }).length, 0);
}

test('every package has a budget, and every entry of client and events', async () => {
  expect(Object.keys(budgets).sort()).toEqual(tarballs.map(({ name }) => name).sort());
  for (const name of ['@business-cloud/client', '@business-cloud/events']) {
    const { exports } = JSON.parse(await readFile(join(installation, 'node_modules', name, 'package.json'), 'utf8'));
    const lines = Object.keys(exports).map((entry) => `export * from '${name}${entry.slice(1)}'`);
    expect(bundles.map(([line]) => line)).toEqual(expect.arrayContaining(lines));
  }
});

describe.each(Object.entries(budgets))('%s', (name, { tarballBytes, installedPackages: installedMost }) => {
  test(`is packed into less than ${tarballBytes} bytes`, async () => {
    const { file = '' } = tarballs.find((tarball) => tarball.name === name) ?? {};
    expect((await stat(join(folder, file))).size).toBeLessThan(tarballBytes);
  });

  test(`brings ${installedMost} packages at most, itself included`, async () => {
    expect((await installedPackages(installation, name)).length).toBeLessThanOrEqual(installedMost);
  });
});

test.each(bundles)('%s ships less than %i bytes, minified and gzipped', async (line, most) => {
  const bytes = await bundledBytes(line);
  expect(bytes).toBeGreaterThan(most / 2);
  expect(bytes).toBeLessThan(most);
});

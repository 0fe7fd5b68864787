import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { publishedPackages } from '../../src/repository.ts';
import { licensesFile } from '../../src/tarballs/licenses.ts';
import type { Tarball } from '../../src/tarballs/manifest.ts';

const folder = inject('tarballs');
const { tarballs }: { tarballs: readonly Tarball[] } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const ours = publishedPackages().map(({ name }) => name);

test.each(tarballs)('the list of licenses of $name has what it depends on, and the bill of materials is beside it', ({ name, file }) => {
  const text = readFileSync(join(folder, 'licenses', licensesFile({ file })), 'utf8');
  const licenses: Readonly<Record<string, readonly { readonly name: string }[]>> = JSON.parse(text);
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(inject('installation'), 'node_modules', name, 'package.json'), 'utf8'),
  );
  const others = Object.keys(manifest.dependencies ?? {}).filter((dependency) => !ours.includes(dependency));
  const listed = Object.values(licenses).flatMap((packages) => packages.map((one) => one.name));
  expect(others.filter((dependency) => !listed.includes(dependency))).toEqual([]);
  // What only means something on the machine that packed it is left out.
  expect(text).not.toContain('node_modules');
  expect(existsSync(join(folder, 'sbom', file.replace(/\.tgz$/, '.cdx.json')))).toBe(true);
});

import { appendFile, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { integrityOf, readVerifiedManifest, writeManifest } from '../../src/tarballs/manifest.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tarballs-'));
  const bytes = Buffer.from('packed');
  await writeFile(join(folder, 'one.tgz'), bytes);
  await writeManifest(folder, [{ name: 'one', version: '1.0.0', file: 'one.tgz', integrity: integrityOf(bytes) }]);
});

afterEach(() => rm(folder, { recursive: true }));

test('tarballs that nobody touched are those of the manifest', async () => {
  expect(await readVerifiedManifest(folder)).toMatchObject([{ name: 'one', file: 'one.tgz' }]);
});

test('a tarball that was changed after packing is refused', async () => {
  await appendFile(join(folder, 'one.tgz'), ' ');
  await expect(readVerifiedManifest(folder)).rejects.toMatchObject({ code: 'tarball-changed' });
});

test('a tarball that is gone is refused', async () => {
  await unlink(join(folder, 'one.tgz'));
  await expect(readVerifiedManifest(folder)).rejects.toMatchObject({ code: 'tarball-missing' });
});

test.each(['', '{}', '{"tarballs": []}'])('the manifest %j is refused', async (text) => {
  await writeFile(join(folder, 'manifest.json'), text);
  await expect(readVerifiedManifest(folder)).rejects.toMatchObject({ code: 'manifest-unreadable' });
});

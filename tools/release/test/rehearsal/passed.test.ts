import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markPassed, requirePassed } from '../../src/rehearsal/passed.ts';
import { integrityOf, writeManifest } from '../../src/tarballs/manifest.ts';
import { packedFolder } from './packed-folder.ts';

test('tarballs that passed may be published', async () => {
  await using packed = await packedFolder();
  await markPassed(packed.folder);
  expect((await requirePassed(packed.folder)).tarballs).toEqual([packed.tarball]);
});

test('tarballs that were not rehearsed may not be published', async () => {
  await using packed = await packedFolder();
  await expect(requirePassed(packed.folder)).rejects.toMatchObject({ code: 'not-rehearsed' });
});

test('a tarball that was changed after it passed may not be published', async () => {
  await using packed = await packedFolder();
  await markPassed(packed.folder);
  await packed.repack();
  await expect(requirePassed(packed.folder)).rejects.toMatchObject({ code: 'tarball-changed' });
});

test('a manifest that was written anew for other bytes has not passed', async () => {
  await using packed = await packedFolder();
  const { folder, tarball } = packed;
  await markPassed(folder);
  await packed.repack();
  await writeManifest(folder, [{ ...tarball, integrity: integrityOf(await readFile(join(folder, tarball.file))) }]);
  await expect(requirePassed(folder)).rejects.toMatchObject({ code: 'not-rehearsed' });
});

test('a changed tarball is not marked as passed', async () => {
  await using packed = await packedFolder();
  await writeFile(join(packed.folder, packed.tarball.file), 'other bytes');
  await expect(markPassed(packed.folder)).rejects.toMatchObject({ code: 'tarball-changed' });
});

test('versions that no commit has may not be published', async () => {
  await using packed = await packedFolder(2);
  await markPassed(packed.folder);
  await expect(requirePassed(packed.folder)).rejects.toMatchObject({ code: 'versions-not-committed' });
});

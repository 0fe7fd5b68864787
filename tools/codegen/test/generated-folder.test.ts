import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFolders } from '../src/generated-folder.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'codegen-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('folders hold exactly their files, and what is staged is gone', async () => {
  const root = await emptyFolder();
  const [one, two] = [join(root, 'one'), join(root, 'two')];
  await mkdir(one);
  await writeFile(join(one, 'old.ts'), 'old');
  const changed = await writeFolders([
    { folder: one, files: [{ name: 'a.ts', content: 'a' }] },
    { folder: two, files: [{ name: 'deep/b.ts', content: 'b' }] },
  ]);
  expect(changed.map((differences) => differences.length)).toEqual([2, 1]);
  expect((await readdir(root, { recursive: true })).toSorted()).toEqual(['one', 'one/a.ts', 'two', 'two/deep', 'two/deep/b.ts']);
});

test('where one of several folders cannot be written, none is', async () => {
  const root = await emptyFolder();
  const one = join(root, 'one');
  await mkdir(one);
  await writeFile(join(one, 'a.ts'), 'before');
  await mkdir(join(root, 'two'));
  await writeFile(join(root, 'two/deep'), 'a file where a folder has to be');
  const writing = writeFolders([
    {
      folder: one,
      files: [
        { name: 'a.ts', content: 'after' },
        { name: 'b.ts', content: 'after' },
      ],
    },
    {
      folder: join(root, 'two'),
      files: [
        { name: 'c.ts', content: 'after' },
        { name: 'deep/d.ts', content: 'after' },
      ],
    },
  ]);
  await expect(writing).rejects.toThrow();
  expect([await readdir(one), await readFile(join(one, 'a.ts'), 'utf8')]).toEqual([['a.ts'], 'before']);
  expect(await readdir(join(root, 'two'))).toEqual(['deep']);
});

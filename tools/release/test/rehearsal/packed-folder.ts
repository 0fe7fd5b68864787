import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRecord } from '../../src/rehearsal/passed.ts';
import { runOrFail } from '../../src/run-command.ts';
import { integrityOf, type Tarball, writeManifest } from '../../src/tarballs/manifest.ts';

/** A folder as a rehearsal packs it, with one small package. */
export interface PackedFolder extends AsyncDisposable {
  readonly folder: string;
  readonly tarball: Tarball;
  /** Packs the package again with one more file, over the tarball whose hash is in the manifest. */
  repack(): Promise<void>;
}

const NAME = '@business-cloud/small';
const VERSION = '1.2.3';

export async function packedFolder(pendingChangesets: number = 0): Promise<PackedFolder> {
  const root = await mkdtemp(join(tmpdir(), 'packed-'));
  const folder = join(root, 'packed');
  const source = join(root, 'source');
  await mkdir(folder);
  await mkdir(source);
  await writeFile(join(source, 'package.json'), JSON.stringify({ name: NAME, version: VERSION }));
  const pack = () => runOrFail('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
  const file = (await pack()).trim();
  const tarball = { name: NAME, version: VERSION, file, integrity: integrityOf(await readFile(join(folder, file))) };
  await writeManifest(folder, [tarball]);
  await writeRecord(folder, { commit: 'a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3e4f5a0b1', pendingChangesets });
  return {
    folder,
    tarball,
    async repack() {
      await writeFile(join(source, 'late.js'), 'export {};\n');
      await pack();
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type PublishedPackage, publishedPackages, REPOSITORY_FOLDER } from '../repository.ts';
import { runOrFail } from '../run-command.ts';
import { integrityOf, type Tarball, writeManifest } from './manifest.ts';

/** Builds every published package and packs each once into a folder, beside a manifest of their hashes. What the folder held is removed. */
export async function packTarballs(folder: string, root: string = REPOSITORY_FOLDER): Promise<readonly Tarball[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runOrFail('npx', ['-y', 'pnpm@12', 'exec', 'turbo', 'run', 'build'], { cwd: root });
  const tarballs = await Promise.all(publishedPackages(root).map((published) => packOne(published, folder)));
  await writeManifest(folder, tarballs);
  return tarballs;
}

async function packOne({ name, version, folder: cwd }: PublishedPackage, destination: string): Promise<Tarball> {
  const printed = await runOrFail('npx', ['-y', 'pnpm@12', 'pack', '--json', '--pack-destination', destination], { cwd });
  const file = basename(JSON.parse(printed).filename);
  return { name, version, file, integrity: integrityOf(await readFile(join(destination, file))) };
}

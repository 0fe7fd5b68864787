import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { publishedPackages, REPOSITORY_FOLDER } from '../repository.ts';
import { runOrFail } from '../run-command.ts';
import { writeLicenses } from './licenses.ts';
import { integrityOf, type Tarball, writeManifest } from './manifest.ts';

/**
 * Builds every published package and packs each once into a folder, beside a manifest of their hashes. `sbom` says what each brings with it
 * (CycloneDX), and `licenses` lists that by license. What the folder held is removed.
 */
export async function packTarballs(folder: string, root: string = REPOSITORY_FOLDER): Promise<readonly Tarball[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await pnpm(root, ['exec', 'turbo', 'run', 'build']);
  const published = publishedPackages(root).flatMap(({ name }) => ['--filter', name]);
  const packed: readonly { name: string; version: string; filename: string }[] = JSON.parse(
    await pnpm(root, ['--recursive', ...published, 'pack', '--json', '--pack-destination', folder]),
  );
  const tarballs = await Promise.all(
    packed.map(async ({ name, version, filename }) => ({
      name,
      version,
      file: basename(filename),
      integrity: integrityOf(await readFile(filename)),
    })),
  );
  await writeManifest(folder, tarballs);
  const bill = ['sbom', '--sbom-format', 'cyclonedx', '--prod', '--split', '--out', join(folder, 'sbom/%s-%v.cdx.json')];
  await pnpm(root, [...published, ...bill]);
  await writeLicenses(join(folder, 'licenses'), tarballs, root);
  return tarballs;
}

function pnpm(cwd: string, args: readonly string[]): Promise<string> {
  return runOrFail('npx', ['-y', 'pnpm@12', ...args], { cwd });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrFail } from '../run-command.ts';
import type { Tarball } from './manifest.ts';

/** A package that users install with one of ours. */
interface LicensedPackage {
  readonly name: string;
  readonly versions: readonly string[];
  readonly homepage?: string;
}

/** What pnpm says of it; the paths are those of this machine. */
interface ListedPackage extends LicensedPackage {
  readonly paths: readonly string[];
}

/** The name of the list that belongs to a tarball. */
export function licensesFile({ file }: Pick<Tarball, 'file'>): string {
  return file.replace(/\.tgz$/, '.licenses.json');
}

/** Writes for each tarball which packages of others it brings with it, by their licenses. */
export async function writeLicenses(folder: string, tarballs: readonly Tarball[], root: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const tarball of tarballs) {
    const list = ['-y', 'pnpm@12', '--filter', tarball.name, 'licenses', 'list', '--prod', '--json'];
    const listed: Readonly<Record<string, readonly ListedPackage[]>> = JSON.parse(await runOrFail('npx', list, { cwd: root }));
    const licenses = Object.fromEntries(Object.entries(listed).map(([license, packages]) => [license, packages.map(published)]));
    await writeFile(join(folder, licensesFile(tarball)), `${JSON.stringify(licenses, null, 2)}\n`);
  }
}

function published({ name, versions, homepage }: ListedPackage): LicensedPackage {
  return { name, versions, ...(homepage !== undefined && { homepage }) };
}

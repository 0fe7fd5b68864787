import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** A package that is published, as it stands in this repository. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The absolute path of its folder. */
  readonly folder: string;
}

/** The root of this repository. */
export const REPOSITORY_FOLDER: string = fileURLToPath(new URL('../../..', import.meta.url));

/** Every package of a workspace that is not private, by name. */
export function publishedPackages(root: string = REPOSITORY_FOLDER): readonly PublishedPackage[] {
  const { packages: patterns }: { packages: string[] } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  return globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .map((file) => ({ folder: join(root, dirname(file)), manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => ({ name: manifest.name, version: manifest.version, folder }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

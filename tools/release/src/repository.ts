import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { ReleaseError } from './release-error.ts';

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
  return workspacePackages(root)
    .filter(({ isPrivate }) => !isPrivate)
    .map(({ name, version, folder }) => ({ name, version, folder }));
}

/** Every package of a workspace, by name. */
export function workspacePackages(root: string = REPOSITORY_FOLDER): readonly (PublishedPackage & { readonly isPrivate: boolean })[] {
  const { packages: patterns }: { packages: string[] } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  return globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .map((file) => ({ folder: join(root, dirname(file)), manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) }))
    .map(({ folder, manifest }) => ({ name: manifest.name, version: manifest.version, folder, isPrivate: manifest.private === true }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The root of the repository that a folder is in.
 *
 * @throws {ReleaseError} with code `wrong-folder`
 */
export function repositoryAround(folder: string): string {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, 'pnpm-workspace.yaml'))) return root;
    if (dirname(root) === root)
      throw new ReleaseError('wrong-folder', `${folder} is in no pnpm workspace. Change to a folder of the repository.`);
  }
}

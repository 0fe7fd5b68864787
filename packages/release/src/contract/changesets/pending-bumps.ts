import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { ReleaseError } from '../../release-error.ts';
import { workspacePackages } from '../../repository.ts';
import { BUMPS, type Bump, isLess } from '../model/effect.ts';

/** What the changesets of a repository say, by the name of the package; the most where several name it. */
export type PendingBumps = ReadonlyMap<string, Bump>;

/**
 * Reads the changesets that are not released yet.
 *
 * @throws {ReleaseError} with code `changesets-unreadable` when one cannot be read or names a package that is not there
 */
export async function readPendingBumps(root: string): Promise<PendingBumps> {
  const known = new Set(workspacePackages(root).map(({ name }) => name));
  const bumps = new Map<string, Bump>();
  for (const { id, releases } of await read(root)) {
    for (const { name, type } of releases) {
      if (!known.has(name)) throw unreadable(`.changeset/${id}.md names ${name}, which is no package of this workspace. Correct the name.`);
      if (isLess(BUMPS, bumps.get(name) ?? 'none', type)) bumps.set(name, type);
    }
  }
  return bumps;
}

async function read(root: string): ReturnType<typeof readChangesets> {
  if (existsSync(join(root, '.changeset', 'pre.json'))) {
    throw unreadable('Changesets are in prerelease mode, which this check does not know. Leave it with `pnpm changeset pre exit`.');
  }
  try {
    return await readChangesets(root);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw unreadable(`The changesets in ${join(root, '.changeset')} cannot be read. ${said}`);
  }
}

function unreadable(message: string): ReleaseError {
  return new ReleaseError('changesets-unreadable', message);
}

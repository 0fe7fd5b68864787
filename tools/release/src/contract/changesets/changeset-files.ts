import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { ReleaseError } from '../../release-error.ts';
import { workspacePackages } from '../../repository.ts';

type ChangesetFiles = Awaited<ReturnType<typeof readChangesets>>;

/**
 * Reads the changesets that are not released yet.
 *
 * @throws {ReleaseError} with code `changesets-unreadable` when one cannot be read or names a package that is not there
 */
export async function readChangesetFiles(root: string): Promise<ChangesetFiles> {
  const known = new Set(workspacePackages(root).map(({ name }) => name));
  const changesets = await read(root);
  for (const { id, releases } of changesets) {
    const stranger = releases.find(({ name }) => !known.has(name));
    if (stranger) throw unreadable(`.changeset/${id}.md names ${stranger.name}, which is no package of this workspace. Correct the name.`);
  }
  return changesets;
}

async function read(root: string): Promise<ChangesetFiles> {
  if (existsSync(join(root, '.changeset', 'pre.json'))) {
    throw unreadable('Changesets are in prerelease mode, which this check does not know. Leave it with `pnpm exec changeset pre exit`.');
  }
  try {
    return await readChangesets(root);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw unreadable(`The changesets in ${join(root, '.changeset')} cannot be read. ${said}`);
  }
}

export function unreadable(message: string): ReleaseError {
  return new ReleaseError('changesets-unreadable', message);
}

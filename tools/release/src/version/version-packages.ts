import { existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBaseline } from '../contract/baseline.ts';
import { DIFFERENCES_ENDING } from '../contract/changesets/answers.ts';
import { readChangesetFiles } from '../contract/changesets/changeset-files.ts';
import type { Contract } from '../contract/model/contract.ts';
import { readCurrentContract } from '../contract/sources/current-contract.ts';
import { ReleaseError } from '../release-error.ts';
import { publishedPackages } from '../repository.ts';
import { runOrFail } from '../run-command.ts';
import { leadWithBreaking } from './breaking-first.ts';

const CHANGESETS = fileURLToPath(import.meta.resolve('@changesets/cli/bin.js'));

/**
 * Turns the pending changesets into versions and changelogs, what breaks first, and records the contract as that of the new release.
 *
 * @throws {ReleaseError} with code `nothing-to-release` when there is no changeset
 */
export async function versionPackages(root: string): Promise<Contract> {
  if (!(await readChangesetFiles(root)).some(({ releases }) => releases.length > 0)) {
    throw new ReleaseError(
      'nothing-to-release',
      'No changeset names a package, so there is nothing to release. Write one with `pnpm changeset`.',
    );
  }
  await runOrFail(process.execPath, [CHANGESETS, 'version'], { cwd: root });
  const changelogs = publishedPackages(root).map(({ folder }) => join(folder, 'CHANGELOG.md'));
  for (const changelog of changelogs.filter((file) => existsSync(file))) leadWithBreaking(changelog);
  for (const file of globSync(`.changeset/*${DIFFERENCES_ENDING}`, { cwd: root })) rmSync(join(root, file));
  const contract = await readCurrentContract(root);
  writeBaseline(root, contract);
  return contract;
}

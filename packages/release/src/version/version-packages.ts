import { fileURLToPath } from 'node:url';
import { writeBaseline } from '../contract/baseline.ts';
import { readPendingBumps } from '../contract/changesets/pending-bumps.ts';
import type { Contract } from '../contract/model/contract.ts';
import { readCurrentContract } from '../contract/sources/current-contract.ts';
import { ReleaseError } from '../release-error.ts';
import { runOrFail } from '../run-command.ts';

const CHANGESETS = fileURLToPath(import.meta.resolve('@changesets/cli/bin.js'));

/**
 * Turns the pending changesets into versions and changelogs, and records the contract as that of the new release.
 *
 * @throws {ReleaseError} with code `nothing-to-release` when there is no changeset
 */
export async function versionPackages(root: string): Promise<Contract> {
  if ((await readPendingBumps(root)).size === 0) {
    throw new ReleaseError(
      'nothing-to-release',
      'No changeset names a package, so there is nothing to release. Write one with `pnpm changeset`.',
    );
  }
  await runOrFail(process.execPath, [CHANGESETS, 'version'], { cwd: root });
  const contract = await readCurrentContract(root);
  writeBaseline(root, contract);
  return contract;
}

import { ReleaseError } from '../release-error.ts';
import { publishedPackages } from '../repository.ts';
import { readBaseline } from './baseline.ts';
import { readPendingBumps } from './changesets/pending-bumps.ts';
import { isTooSmall, type RequiredBump, requiredBumps } from './changesets/required-bumps.ts';
import { compareContracts } from './compare-contracts.ts';
import { distinct, type LocatedChange, reportOf } from './report.ts';
import { readCurrentContract } from './sources/current-contract.ts';
import { SourceLocator } from './sources/locate.ts';

/** What was found of a contract since its last release. */
export interface ContractCheck {
  /** Whether the changesets say at least what the changes ask. */
  readonly isEnough: boolean;
  readonly changes: readonly LocatedChange[];
  readonly bumps: readonly RequiredBump[];
  /** The same for people, line by line. */
  readonly report: readonly string[];
}

/**
 * Compares the contract of a repository with that of its last release, and what the differences and the pending changesets mean for each
 * package.
 *
 * @throws {ReleaseError} when the baseline, the contract or the changesets cannot be read
 */
export async function checkContract(root: string): Promise<ContractCheck> {
  const before = readBaseline(root);
  const after = await readCurrentContract(root);
  if (before.version !== after.version) throw stale(before.version, after.version);
  const locator = new SourceLocator(root);
  const changes = distinct(compareContracts(before, after).map((change) => ({ ...change, ...locator.locate(change) })));
  const bumps = requiredBumps(changes, publishedPackages(root), await readPendingBumps(root));
  return { isEnough: !bumps.some(isTooSmall), changes, bumps, report: reportOf(changes, bumps, before.version) };
}

function stale(recorded: string, version: string): ReleaseError {
  return new ReleaseError(
    'baseline-unreadable',
    `The recorded contract is that of version ${recorded}, and specs/package.json says ${version}. Versions change with \`pnpm release:version\` alone, which records the contract too.`,
  );
}

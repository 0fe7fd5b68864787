import { ReleaseError } from '../../release-error.ts';
import { publishedPackages } from '../../repository.ts';
import { readBaseline } from '../baseline.ts';
import { type Answers, isAnsweredBy, readAnswers } from '../changesets/answers.ts';
import { requiredBumps } from '../changesets/required-bumps.ts';
import { type Difference, differencesOf } from '../differences/difference.ts';
import { BUMPS, type Bump, isLess } from '../model/effect.ts';
import { readCurrentContract } from '../sources/current-contract.ts';

/** A changeset that says less of a package than the differences ask that it answers for. */
export interface Understatement {
  readonly changeset: string;
  readonly name: string;
  readonly said: Bump;
  readonly required: Bump;
}

/** What was found of a contract since its last release. */
export interface ContractCheck {
  /** The version of the last release. */
  readonly released: string;
  readonly differences: readonly Difference[];
  /** Those that no changeset answers for. */
  readonly unanswered: readonly Difference[];
  readonly understatements: readonly Understatement[];
}

/**
 * Compares the contract of a repository with that of its last release, and the differences with what the changesets answer for.
 *
 * @throws {ReleaseError} when the baseline, the contract or the changesets cannot be read
 */
export async function checkContract(root: string): Promise<ContractCheck> {
  const before = readBaseline(root);
  const after = await readCurrentContract(root);
  if (before.version !== after.version) throw stale(before.version, after.version);
  return await checkAnswers(root, before.version, differencesOf(root, before, after));
}

/** Compares differences to a release with what the changesets of a repository answer for. */
export async function checkAnswers(root: string, released: string, differences: readonly Difference[]): Promise<ContractCheck> {
  const answers = await readAnswers(root);
  return {
    released,
    differences,
    unanswered: differences.filter((difference) => !answers.some((one) => isAnsweredBy(difference, one))),
    understatements: answers.flatMap((one) => understatementsOf(root, one, differences)),
  };
}

/** Whether every difference is answered for by a changeset that says enough. */
export function isEnough({ unanswered, understatements }: ContractCheck): boolean {
  return unanswered.length === 0 && understatements.length === 0;
}

function understatementsOf(root: string, answers: Answers, differences: readonly Difference[]): readonly Understatement[] {
  const answered = differences.filter((difference) => isAnsweredBy(difference, answers));
  return requiredBumps(answered, publishedPackages(root))
    .map(({ name, required }) => ({ changeset: answers.file, name, required, said: answers.releases.get(name) ?? 'none' }))
    .filter(({ said, required }) => isLess(BUMPS, said, required));
}

function stale(recorded: string, version: string): ReleaseError {
  return new ReleaseError(
    'baseline-unreadable',
    `The recorded contract is that of version ${recorded}, and specs/package.json says ${version}. Versions change with \`pnpm release:version\` alone, which records the contract too.`,
  );
}

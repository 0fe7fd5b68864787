import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseError } from '../../release-error.ts';
import { publishedPackages } from '../../repository.ts';
import { runOrFail, runProgram } from '../../run-command.ts';
import { requiredBumps } from '../changesets/required-bumps.ts';
import { effectsOf, sorted, whyOf, worstOf } from '../differences/described.ts';
import { type Difference, differencesOf, distinct } from '../differences/difference.ts';
import type { Contract } from '../model/contract.ts';
import { readCurrentContract } from '../sources/current-contract.ts';
import { described } from './report.ts';

/** How the changes of a branch are shown: in a terminal, or in a comment on a pull request. */
export type Format = 'text' | 'markdown';

/**
 * What a branch changes of the contract: its differences to the commit at which it left another.
 *
 * @throws {ReleaseError} with code `bad-argument` when the repository does not have that other, or they have nothing in common
 */
export async function changesSince(root: string, reference: string, format: Format): Promise<readonly string[]> {
  const before = await contractAt(root, await forkPoint(root, reference));
  const differences = differencesOf(root, before, await readCurrentContract(root));
  if (differences.length === 0) return [`Nothing of the contract changes since ${reference}.`];
  const bumps = requiredBumps(differences, publishedPackages(root)).filter(({ required }) => required !== 'none');
  const asked = bumps.map(({ key, required }) => `${key} ${required}`).join(', ');
  const body = format === 'text' ? described(differences) : markdownOf(differences);
  const head = format === 'text' ? [] : ['### What this changes in the contract', ''];
  return [...head, ...body, `The smallest bumps: ${asked}.`];
}

function markdownOf(differences: readonly Difference[]): readonly string[] {
  const groups = Map.groupBy(sorted(distinct(differences)), worstOf);
  return [...groups].flatMap(([effect, group]) => [
    `**${effect.slice(0, 1).toUpperCase()}${effect.slice(1)}**`,
    '',
    ...group.map((one) => `- \`${one.name.replaceAll('`', "'")}\`<br>${one.file}:${one.line}, ${effectsOf(one)}. ${whyOf(one)}`),
    '',
  ]);
}

async function forkPoint(root: string, reference: string): Promise<string> {
  const { exitCode, stdout } = await runProgram('git', ['merge-base', '--end-of-options', reference, 'HEAD'], { cwd: root });
  if (exitCode === 0) return stdout.trim();
  throw new ReleaseError(
    'bad-argument',
    `git knows no commit that "${reference}" and this branch have in common. Name a branch, a tag or a commit.`,
  );
}

/** The contract of a commit, read from a copy of its files that is removed again. */
async function contractAt(root: string, commit: string): Promise<Contract> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-at-'));
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
  try {
    await runOrFail('git', ['read-tree', commit], { cwd: root, env });
    await runOrFail('git', ['checkout-index', '--all', `--prefix=${join(folder, 'files')}/`], { cwd: root, env });
    return await readCurrentContract(join(folder, 'files'));
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    throw new ReleaseError('bad-argument', `The contract of ${commit} is not one that can be read today. Name a later commit.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

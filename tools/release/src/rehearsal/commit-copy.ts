import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { runOrFail, runProgram } from '../run-command.ts';
import { overNetwork } from './network.ts';

/** The commit that a name of the repository stands for, or undefined when the repository does not have it. */
export async function commitOf(root: string, name: string): Promise<string | undefined> {
  const { exitCode, stdout } = await runProgram('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root });
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** Whether something of the working tree is not in its commit. */
export async function hasUncommittedChanges(root: string): Promise<boolean> {
  return (await runOrFail('git', ['status', '--porcelain'], { cwd: root })).trim() !== '';
}

/** Copies a commit of the repository into a folder of its own and installs what it needs. The repository stays as it is. */
export async function copyCommit(root: string, commit: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await runOrFail('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder], { cwd: root });
  await runOrFail('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  await overNetwork(() => runOrFail('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: folder }));
}

/** How many changesets wait for the next release. */
export function pendingChangesets(folder: string): number {
  return globSync('.changeset/*.md', { cwd: folder }).filter((file) => !/README[.]md$/.test(file)).length;
}

/** Makes the release that the changesets of a copy ask for, as a person would; without any, every version stays as it is. */
export async function applyChangesets(folder: string): Promise<number> {
  const pending = pendingChangesets(folder);
  if (pending > 0) await runOrFail('npx', ['-y', 'pnpm@12', 'release:version'], { cwd: folder });
  return pending;
}

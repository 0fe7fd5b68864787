import { join } from 'node:path';
import { REPOSITORY_FOLDER } from '../repository.ts';
import { readVerifiedManifest, type Tarball } from '../tarballs/manifest.ts';
import { packTarballs } from '../tarballs/pack.ts';
import { applyChangesets, copyCommit } from './commit-copy.ts';
import { createProject, type PackageManagerName, packageManager } from './package-managers.ts';
import { type RehearsalRecord, readRecord, writeRecord } from './passed.ts';
import { packPrevious, previousRelease } from './previous-release.ts';
import { readQuickStarts } from './quick-starts.ts';
import { type LocalRegistry, requireServed, startRegistry } from './registry.ts';
import type { Steps } from './steps.ts';
import { keepPreviousService, STEPS_PER_USER, type User, useNewVersion } from './user.ts';
import { userProject } from './user-project.ts';

export interface RehearsalInput {
  /** An empty folder, outside of the repository, in which everything happens. */
  readonly workFolder: string;
  readonly tarballFolder: string;
  /** The commit to pack, or undefined when the tarballs are in their folder already. */
  readonly commit: string | undefined;
  readonly managers: readonly PackageManagerName[];
  /** Where the packages of others come from. */
  readonly othersRegistry: string;
  /** A folder whose `node` runs the users' programs. */
  readonly binFolder: string;
  readonly steps: Steps;
}

/** What was rehearsed. */
export interface Rehearsed {
  readonly tarballs: readonly Tarball[];
  readonly record: RehearsalRecord;
  readonly previous: string;
}

const PACKING_STEPS = 2;
const REGISTRY_STEPS = 4;

export function stepCount({ commit, managers }: Pick<RehearsalInput, 'commit' | 'managers'>): number {
  return (commit === undefined ? 0 : PACKING_STEPS) + REGISTRY_STEPS + managers.length * STEPS_PER_USER;
}

/**
 * Packs, publishes to a registry of its own, and does what users do, with each package manager.
 *
 * @throws {ReleaseError} when a step fails; its message names the step, and the tarball that was changed if one was
 */
export async function rehearse(input: RehearsalInput): Promise<Rehearsed> {
  const { workFolder, tarballFolder, commit, steps } = input;
  if (commit !== undefined) await pack(input, commit);
  const tarballs = await readVerifiedManifest(tarballFolder);
  const record = await readRecord(tarballFolder);
  const quickStarts = await readQuickStarts(tarballFolder, tarballs);

  const previous = await previousRelease(REPOSITORY_FOLDER, record.commit);
  const previousFolder = join(workFolder, 'previous-tarballs');
  const packing = () => packPrevious(REPOSITORY_FOLDER, previous, join(workFolder, 'previous'), previousFolder);
  const previousTarballs = await steps.run('pack the previous version', packing);

  const registry = await startRegistry(join(workFolder, 'registry'));
  await steps.run('publish the previous version', () => registry.publish(previousFolder, previousTarballs));
  const users = await Promise.all(input.managers.map((name) => createUser(name, input, registry)));
  const kept = await Promise.all(users.map(async (user) => ({ user, service: await keepPreviousService(user) })));

  await steps.run('publish the tarballs', () => publish(registry, tarballFolder, tarballs));
  await Promise.all(kept.map(({ user, service }) => useNewVersion(user, quickStarts, service)));
  await steps.run('compare the tarballs with their hashes', () => readVerifiedManifest(tarballFolder));
  await registry.close();
  return { tarballs, record, previous: previous.description };
}

async function pack({ workFolder, tarballFolder, steps }: RehearsalInput, commit: string): Promise<void> {
  const copy = join(workFolder, 'source');
  const version = async (): Promise<number> => {
    await copyCommit(REPOSITORY_FOLDER, commit, copy);
    return applyChangesets(copy);
  };
  const pendingChangesets = await steps.run('copy the commit and version it', version, { detail: (count) => `${count} changesets` });
  await steps.run('build and pack', () => packTarballs(tarballFolder, copy), { detail: ({ length }) => `${length} tarballs` });
  await writeRecord(tarballFolder, { commit, pendingChangesets });
}

async function publish(registry: LocalRegistry, folder: string, tarballs: readonly Tarball[]): Promise<void> {
  await registry.publish(folder, tarballs);
  for (const tarball of tarballs) await requireServed(registry.url, tarball);
}

async function createUser(name: PackageManagerName, input: RehearsalInput, { url }: LocalRegistry): Promise<User> {
  const folder = join(input.workFolder, name);
  const manager = packageManager({ name, cacheFolder: join(folder, 'cache'), binFolder: input.binFolder });
  const project = async (use: string) => {
    await createProject(join(folder, use), { scoped: url, others: input.othersRegistry });
    return userProject(join(folder, use), manager);
  };
  return { steps: input.steps, programs: await project('programs'), demo: await project('demo'), upgrade: await project('upgrade') };
}

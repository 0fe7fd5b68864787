import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../release-error.ts';
import { REPOSITORY_FOLDER } from '../repository.ts';
import { integrityOf, MANIFEST_FILE, readVerifiedManifest, type Tarball } from '../tarballs/manifest.ts';

/** Where tarballs come from, and which of them have passed. */
export interface RehearsalRecord {
  readonly commit: string;
  /** Changesets that were applied for the rehearsal alone: the versions of the tarballs are in no commit. */
  readonly pendingChangesets: number;
  /** The hash of the manifest whose tarballs passed. */
  readonly passed?: string;
}

/** Where a rehearsal leaves its tarballs, and where they are published from. */
export const DEFAULT_TARBALL_FOLDER: string = join(REPOSITORY_FOLDER, 'tools/release/packed');

const RECORD_FILE = 'rehearsal.json';

/** Notes beside the tarballs where they come from. */
export async function writeRecord(folder: string, record: RehearsalRecord): Promise<void> {
  await writeFile(join(folder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`);
}

/** @throws {ReleaseError} with code `not-rehearsed` */
export async function readRecord(folder: string): Promise<RehearsalRecord> {
  try {
    return JSON.parse(await readFile(join(folder, RECORD_FILE), 'utf8'));
  } catch {
    throw new ReleaseError('not-rehearsed', `${join(folder, RECORD_FILE)} is not there: pack with pnpm release:rehearse.`);
  }
}

/** Notes that the tarballs of a folder, with the bytes that they have now, passed the whole rehearsal. */
export async function markPassed(folder: string): Promise<void> {
  await readVerifiedManifest(folder);
  await writeRecord(folder, { ...(await readRecord(folder)), passed: await manifestHash(folder) });
}

/**
 * The tarballs of a folder that passed the rehearsal, with the bytes that passed, in versions that a commit has.
 *
 * @throws {ReleaseError} with code `tarball-changed`, `tarball-missing`, `manifest-unreadable`, `not-rehearsed` or `versions-not-committed`
 */
export async function requirePassed(folder: string): Promise<{ readonly tarballs: readonly Tarball[]; readonly commit: string }> {
  const tarballs = await readVerifiedManifest(folder);
  const { commit, pendingChangesets, passed } = await readRecord(folder);
  if (passed !== (await manifestHash(folder))) {
    throw new ReleaseError('not-rehearsed', `The tarballs in ${folder} have not passed the rehearsal. Run pnpm release:rehearse.`);
  }
  if (pendingChangesets > 0) {
    throw new ReleaseError(
      'versions-not-committed',
      `The versions of the tarballs in ${folder} were made for the rehearsal, from ${pendingChangesets} pending changesets. Run pnpm release:version, commit what it changed, and rehearse that commit.`,
    );
  }
  return { tarballs, commit };
}

async function manifestHash(folder: string): Promise<string> {
  return integrityOf(await readFile(join(folder, MANIFEST_FILE)));
}

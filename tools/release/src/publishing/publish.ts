import { join } from 'node:path';
import { requirePassed } from '../rehearsal/passed.ts';
import { REPOSITORY_FOLDER } from '../repository.ts';
import { runOrFail, runProgram } from '../run-command.ts';
import type { Tarball } from '../tarballs/manifest.ts';

export interface PublishInput {
  readonly folder: string;
  /** Says what would be published, and publishes nothing. */
  readonly dryRun: boolean;
  /** Has the registry attest which workflow built the packages: possible in CI alone. */
  readonly provenance: boolean;
  readonly write: (line: string) => void;
}

/**
 * Publishes the tarballs that passed the rehearsal to the registry of this machine, and tags the commit that they were packed from.
 * A version that the registry has already is left alone, so that a release that broke off can be repeated.
 *
 * @throws {ReleaseError} with a code of `requirePassed`, or `command-failed` when the registry refuses
 */
export async function publish({ folder, dryRun, provenance, write }: PublishInput): Promise<void> {
  const { tarballs, commit } = await requirePassed(folder);
  for (const [index, tarball] of tarballs.entries()) {
    const { name, version, file } = tarball;
    const tag = `${name}@${version}`;
    const progress = `[${index + 1}/${tarballs.length}] ${tag}`;
    if (await isPublished(tarball, folder)) {
      write(`${progress} is published already`);
      continue;
    }
    const flags = [...(provenance ? ['--provenance'] : []), ...(dryRun ? ['--dry-run'] : [])];
    await runOrFail('npm', ['publish', join(folder, file), '--access', 'public', ...flags], { cwd: folder });
    if (!dryRun) await runOrFail('git', ['tag', '--force', tag, commit], { cwd: REPOSITORY_FOLDER });
    write(`${progress} ${dryRun ? 'would be published' : 'published'}`);
  }
  if (!dryRun) write('The commit is tagged. Push the tags, so that the next rehearsal upgrades from this release: git push --tags');
}

async function isPublished({ name, version }: Tarball, cwd: string): Promise<boolean> {
  const { exitCode, stdout } = await runProgram('npm', ['view', `${name}@${version}`, 'version'], { cwd });
  return exitCode === 0 && stdout.trim() !== '';
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages } from '../repository.ts';
import { runProgram } from '../run-command.ts';
import type { Tarball } from '../tarballs/manifest.ts';
import { packTarballs } from '../tarballs/pack.ts';
import { commitOf, copyCommit } from './commit-copy.ts';
import { SCOPE } from './registry.ts';

/** The version that users upgrade from. */
export interface PreviousRelease {
  readonly commit: string;
  /** For people: which one it is, and why that one. */
  readonly description: string;
}

/** Until there was a release, this commit stands in for it: the last one before the packages were prepared for publishing. */
const BEFORE_THE_FIRST_RELEASE = 'b3aea4616dc63c3e8cc12295c809a412c83f2fe5';

/** The last release that the history of a commit has. */
export async function previousRelease(root: string, commit: string): Promise<PreviousRelease> {
  const match = `${SCOPE}/service@*`;
  const { exitCode, stdout } = await runProgram('git', ['describe', '--tags', '--abbrev=0', '--match', match, commit], { cwd: root });
  const tag = exitCode === 0 ? stdout.trim() : undefined;
  const tagged = tag === undefined ? undefined : await commitOf(root, tag);
  if (tagged !== undefined) return { commit: tagged, description: `the last release, ${tag}` };
  const earlier = await commitOf(root, BEFORE_THE_FIRST_RELEASE);
  if (earlier !== undefined) return { commit: earlier, description: `commit ${earlier.slice(0, 10)}, because there was no release yet` };
  const advice = 'a weak proof: this clone has neither a release nor the history; git fetch --unshallow --tags brings them';
  return { commit, description: `commit ${commit.slice(0, 10)} itself, ${advice}` };
}

/** Packs the previous release. It is given versions that are lower than any of its own, so that every version rehearsed is an upgrade. */
export async function packPrevious(root: string, previous: PreviousRelease, copy: string, folder: string): Promise<readonly Tarball[]> {
  await copyCommit(root, previous.commit, copy);
  for (const { folder: packageFolder } of publishedPackages(copy)) await lowerVersion(join(packageFolder, 'package.json'));
  return packTarballs(folder, copy);
}

async function lowerVersion(file: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, version: `${manifest.version}-previous` }));
}

import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { overNetwork } from '../../src/rehearsal/network.ts';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runOrFail } from '../../src/run-command.ts';
import { packTarballs } from '../../src/tarballs/pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder outside of the repository in which npm installed every tarball, with the programs of these tests beside them. */
    installation: string;
    /** Where the tarballs and their manifest are. */
    tarballs: string;
  }
}

/** Packs and installs once for all tests of this folder, as a user does: with npm, into an empty folder. */
export default async function install({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packages-'));
  const packed = join(folder, 'tarballs');
  const tarballs = await packTarballs(packed);
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:tarballs/${file}`]));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await overNetwork(() => runOrFail('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder }));
  // The entry for vitest needs its user's own vitest, which is large: the one that runs these tests serves.
  await symlink(join(REPOSITORY_FOLDER, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction');
  await cp(join(import.meta.dirname, 'programs'), folder, { recursive: true });
  provide('installation', folder);
  provide('tarballs', packed);
  return () => rm(folder, { recursive: true, force: true });
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkNode, machineRegistry, userEnvironment } from '../../src/rehearsal/package-managers.ts';
import { SCOPE, startRegistry } from '../../src/rehearsal/registry.ts';
import { readVerifiedManifest } from '../../src/tarballs/manifest.ts';

/** Somebody with an empty home, to whom our packages come from a registry on this machine, as if they were published. */
export interface Newcomer extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv;
  /** Makes an empty folder that is below no package. */
  emptyFolder(name: string): Promise<string>;
}

/** @param tarballs the folder of what is published */
export async function newcomer(tarballs: string): Promise<Newcomer> {
  // Not below the installation: its packages would be found from there.
  const home = await mkdtemp(join(tmpdir(), 'newcomer-'));
  const registry = await startRegistry(join(home, 'registry'));
  await registry.publish(tarballs, await readVerifiedManifest(tarballs));
  const bin = join(home, 'bin');
  await linkNode(bin);
  await writeFile(join(bin, 'pnpm'), '#!/bin/sh\nexec npx -y pnpm@12 "$@"\n', { mode: 0o755 });
  const userConfig = join(home, '.npmrc');
  await writeFile(userConfig, `registry=${await machineRegistry(home)}\n${SCOPE}:registry=${registry.url}/\n`);
  return {
    env: {
      ...userEnvironment(bin),
      HOME: home,
      npm_config_userconfig: userConfig,
      npm_config_cache: join(home, 'cache'),
      // By default pnpm takes no version that is less than a day old, and ours is seconds old.
      pnpm_config_minimum_release_age: '0',
    },
    async emptyFolder(name) {
      const folder = join(home, name);
      await mkdir(folder);
      return folder;
    },
    async [Symbol.asyncDispose]() {
      await registry.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

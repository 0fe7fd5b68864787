import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runServer } from 'verdaccio';
import { ReleaseError } from '../release-error.ts';
import { runOrFail } from '../run-command.ts';
import { integrityOf, type Tarball } from '../tarballs/manifest.ts';

/** The packages that this repository publishes. */
export const SCOPE = '@business-cloud';

/** A registry on this machine that has our packages and no others. */
export interface LocalRegistry {
  readonly url: string;
  /** Publishes tarballs as they lie in a folder; each becomes the latest version of its package. */
  publish(folder: string, tarballs: readonly Tarball[]): Promise<void>;
  close(): Promise<void>;
}

const TARBALL_LIMIT = '50mb';

/** Starts Verdaccio on a free port of loopback. All that it keeps is in the folder. It has no uplink: our scope comes from nowhere else. */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  await mkdir(folder, { recursive: true });
  const server = await runServer({
    configPath: join(folder, 'config.yaml'),
    self_path: folder,
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: { [`${SCOPE}/*`]: { access: '$all', publish: '$authenticated' } },
    uplinks: {},
    web: { enable: false },
    max_body_size: TARBALL_LIMIT,
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = server.address();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, '.npmrc'), `//127.0.0.1:${port}/:_authToken=${await signUp(url)}\n`, { mode: 0o600 });
  return {
    url,
    async publish(tarballFolder, tarballs) {
      await Promise.all(tarballs.map(({ file }) => publishOne(join(tarballFolder, file), url, folder)));
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Fetches from a registry what was published to it.
 *
 * @throws {ReleaseError} with code `tarball-changed` when its bytes, or their integrity as the registry states it, are not those that were
 * packed
 */
export async function requireServed(url: string, { name, version, file, integrity }: Tarball): Promise<void> {
  const answer = await fetch(`${url}/${name.replace('/', '%2f')}/${version}`);
  if (!answer.ok)
    throw new ReleaseError('rehearsal-failed', `${name} ${version} was published to ${url}, which answers ${answer.status} for it.`);
  const { dist }: { dist: { tarball: string; integrity: string } } = JSON.parse(await answer.text());
  const served = integrityOf(await (await fetch(dist.tarball)).bytes());
  if (dist.integrity === integrity && served === integrity) return;
  throw new ReleaseError(
    'tarball-changed',
    `The registry serves other bytes for ${name} ${version} than were packed: ${file} was changed between packing and publishing. Pack again, and test what is packed.`,
  );
}

async function signUp(url: string): Promise<string> {
  const name = 'rehearsal';
  const answer = await fetch(`${url}/-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, password: randomBytes(24).toString('base64url') }),
  });
  const { token }: { token: string } = JSON.parse(await answer.text());
  return token;
}

async function publishOne(path: string, registry: string, folder: string): Promise<void> {
  const userConfig = join(folder, '.npmrc');
  const args = ['publish', path, '--registry', registry, '--userconfig', userConfig, '--tag', 'latest', '--provenance=false'];
  await runOrFail('npm', args, { cwd: folder });
}

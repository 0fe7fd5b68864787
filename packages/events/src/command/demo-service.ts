import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { InputError } from '#command-line';
import type { ServiceAccess } from './service-access.ts';

/** The demo service, in a process of its own. */
export interface DemoService {
  readonly access: ServiceAccess;
  stop(): Promise<void>;
}

const PACKAGE = '@business-cloud/service';

/**
 * Starts the demo of the service that is installed beside this command, or in the folder that it is called from. It trusts one more
 * certificate, and delivers to this machine.
 *
 * @throws {InputError} when it is not installed, or does not start
 */
export async function startDemoService(caFile: string): Promise<DemoService> {
  const command = commandBelow(process.cwd()) ?? commandBelow(fileURLToPath(import.meta.url));
  if (command === undefined) throw new InputError(`--demo needs ${PACKAGE}, which is not installed here: npm install ${PACKAGE}`);
  const loopback = ['--delivery-allow', '127.0.0.0/8', '--delivery-allow', '::1/128', '--delivery-ca', caFile];
  const args = [command, 'demo', '--port', '0', '--print', 'json', ...loopback];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { access: await accessFrom(child), stop: () => stopped(child) };
}

async function accessFrom(child: ChildProcess): Promise<ServiceAccess> {
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const { service, credentials, companies } = JSON.parse(line);
      const [{ id: companyId, licenseKey }] = companies;
      return { ...service, ...credentials, companyId, licenseKey };
    }
  }
  throw new InputError('The demo service did not start; it says above why.');
}

/** The command of the package, from the nearest `node_modules` that has it. */
function commandBelow(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', PACKAGE);
    const manifest = join(installed, 'package.json');
    if (existsSync(manifest)) return join(installed, JSON.parse(readFileSync(manifest, 'utf8')).bin['business-cloud-service']);
    if (folder === dirname(folder)) return undefined;
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Ctrl-C has reached it already: a second signal does no harm before it has ended.
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

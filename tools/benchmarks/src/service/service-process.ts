import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DemoAccess, seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';
import { SEALING_KEY } from './sealing-key.ts';

/** The reference service as its users start it, alone in its process, with a user who is logged in. */
export interface ServiceProcess {
  readonly url: string;
  /** What every request to company 1 carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resident memory of the process, in bytes. */
  residentBytes(): number;
  close(): Promise<void>;
}

const COMMAND = join(import.meta.dirname, '../../node_modules/.bin/business-cloud-service');

/**
 * Runs `business-cloud-service start` with the demo's data.
 *
 * @param database a SQLite file
 * @param further flags of the command
 */
export async function startServiceProcess(database: string, flags: readonly string[] = []): Promise<ServiceProcess> {
  const access = await prepare(database);
  const command = ['start', '--database', database, '--port', '0', '--log-level', 'warn', '--drain-seconds', '0', ...flags];
  const child = spawn(COMMAND, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await readyUrl(createInterface(child.stdout));
  return {
    url,
    headers: await login(url, access),
    residentBytes: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) * 1024,
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function prepare(database: string): Promise<DemoAccess> {
  writeFileSync(`${database}.key`, SEALING_KEY.toString('base64'), { mode: 0o600 });
  const service = await startService({ database, sealingKey: SEALING_KEY, log: pino({ level: 'silent' }), delivers: false });
  const access = await seedDemo(service);
  await service.close();
  return access;
}

async function readyUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /^ready: (.+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The service ended before it was ready.');
}

async function login(url: string, { userName, password, apiKey, companies }: DemoAccess): Promise<Record<string, string>> {
  const headers = {
    'X-Service-ApiKey': apiKey,
    'X-Service-LicenseKey': companies[0]?.licenseKey ?? '',
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ UserName: userName, Password: password });
  const answer = await fetch(`${url}/api/v3/authenticate`, { method: 'POST', headers, body });
  return { ...headers, 'X-Service-ApplicationId': 'bench', Authorization: `Bearer ${answer.headers.get('X-Token')}` };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ConformanceConfig } from '../../src/cli/demo-config.ts';

/** The command itself. */
export const CLI: string = join(import.meta.dirname, '../../src/cli.ts');

/** A process of business-cloud-service. */
export interface ServiceProcess {
  /** The first line that it printed: how it is reached, if it was told to print that. */
  readonly firstLine: string;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
}

/** Starts a command and waits for its first line. @param fileBytesMax the largest file that it may write, as if the disk were full then */
export async function startProcess(args: readonly string[], fileBytesMax?: number): Promise<ServiceProcess> {
  // Shells count in blocks of 512 bytes.
  const limited = ['-c', `ulimit -f ${Math.round((fileBytesMax ?? 0) / 512)}; exec "$0" "$@"`, process.execPath, CLI, ...args];
  const child =
    fileBytesMax === undefined
      ? spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('/bin/sh', limited, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [line, complaint] = await Promise.race([firstLine(child), complaintOf(child)]);
  if (line === undefined) throw new Error(complaint);
  child.stderr.resume();
  child.stdout.resume();
  return {
    firstLine: line,
    ended,
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<[string | undefined, string]> {
  if (child.stdout === null) return [undefined, 'no output'];
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return [String(line), ''];
}

async function complaintOf(child: ChildProcess): Promise<[undefined, string]> {
  const [printed, [code]] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')]);
  return [undefined, `${code}: ${printed}`];
}

/** A client of a demo that runs, as its user, in company 1. */
export interface DemoClient {
  call(method: string, path: string, body?: object, key?: string): Promise<Response>;
}

export async function demoClient({ firstLine: printed }: ServiceProcess): Promise<DemoClient> {
  const { service, credentials, companies } = JSON.parse(printed) as ConformanceConfig;
  const headers = {
    'X-Service-ApiKey': credentials.apiKey,
    'X-Service-LicenseKey': companies[0]?.licenseKey ?? '',
    'Content-Type': 'application/json',
  };
  const login = await fetch(`${service.adminUrl}/api/v3/authenticate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ UserName: credentials.userName, Password: credentials.password }),
  });
  const authorized = { ...headers, Authorization: `Bearer ${login.headers.get('X-Token')}` };
  return {
    call: (method, path, body, key) =>
      fetch(service.customerUrl + path, {
        method,
        headers: { ...authorized, ...(key !== undefined && { 'Idempotency-Key': key }) },
        body: body === undefined ? null : JSON.stringify(body),
      }),
  };
}

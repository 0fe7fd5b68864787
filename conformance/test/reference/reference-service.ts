import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../../packages/service/src/cli.ts', import.meta.url));

/** The reference service in its own process, started by its command line and reached only over HTTP. */
export interface ReferenceService {
  /** The conformance.yaml that describes it. */
  readonly config: string;
  readonly stop: () => Promise<void>;
}

/** Starts `business-cloud-service demo` on free ports. @throws Error with its output if it ends instead */
export async function startReferenceService(): Promise<ReferenceService> {
  const folder = mkdtempSync(join(tmpdir(), 'business-cloud-'));
  const config = join(folder, 'conformance.yaml');
  const loopback = ['127.0.0.0/8', '::1/128'].flatMap((range) => ['--delivery-allow', range]);
  const args = ['demo', '--port', '0', '--test-clock', '0', '--delivery-ca', join(folder, 'ca.pem'), ...loopback, '--write-config', config];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { config, stop };
}

async function ready(child: ChildProcess): Promise<void> {
  const printed: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the reference service ended with ${code} before it was ready: ${printed.join('')}`)));
    if (child.stdout) createInterface(child.stdout).on('line', (line) => void (line.startsWith('ready:') && resolve()));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

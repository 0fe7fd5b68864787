import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '#command-line';
import type { ServiceAccess } from './service-access.ts';

/** Where this user's commands leave files for each other. */
export const CACHE_FOLDER: string = join(homedir(), '.cache', 'business-cloud');

const FILE = join(CACHE_FOLDER, 'demo.json');

/** Tells the other commands of this user how to call the demo, until `forget` is called. */
export async function shareDemo(access: ServiceAccess): Promise<{ forget(): Promise<void> }> {
  const text = JSON.stringify(access);
  await mkdir(CACHE_FOLDER, { recursive: true });
  // It holds secrets, if only those of a demo. A file that was there would keep its mode.
  await rm(FILE, { force: true });
  await writeFile(FILE, text, { mode: 0o600 });
  return {
    async forget() {
      // Another demo may have been started since.
      if ((await readFile(FILE, 'utf8').catch(() => '')) === text) await rm(FILE, { force: true });
    },
  };
}

/** @throws {InputError} when no demo runs */
export async function runningDemo(): Promise<ServiceAccess> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8'));
  } catch {
    throw new InputError('No demo is running. Start one in another terminal: npx business-cloud-events listen --demo');
  }
}

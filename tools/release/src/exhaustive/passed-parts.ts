import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../release-error.ts';

/** By the name of a part, the hash of the inputs with which it passed last. */
export type PassedParts = Readonly<Record<string, string>>;

/** It is committed, so that whoever checks the commit out need not run again what has passed. */
export const PASSED_FILE = '.ci/passed.json';

/** @throws {ReleaseError} with code `passed-parts-unreadable` */
export async function readPassed(root: string): Promise<PassedParts> {
  const text = await readFile(join(root, PASSED_FILE), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch {
    throw new ReleaseError('passed-parts-unreadable', `${PASSED_FILE} is not JSON: delete it, and every part runs again.`);
  }
}

/** Notes that a part passed with these inputs. */
export async function notePassed(root: string, name: string, hash: string): Promise<void> {
  const passed = { ...(await readPassed(root)), [name]: hash };
  const sorted = Object.fromEntries(Object.entries(passed).sort(([one], [other]) => one.localeCompare(other)));
  await writeFile(join(root, PASSED_FILE), `${JSON.stringify(sorted, null, 2)}\n`);
}

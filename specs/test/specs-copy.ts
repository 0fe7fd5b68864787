import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SPECS_FOLDER } from '../lint/contract.ts';

/** A copy of the contract that lives as long as the test, with one text of one file replaced. */
export async function specsCopy(file: string, text: string | RegExp, replacement: string): Promise<string> {
  const folder = await unchangedCopy();
  await editFile(join(folder, file), text, replacement);
  return folder;
}

/** A copy of the contract that lives as long as the test. */
export async function unchangedCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'specs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(SPECS_FOLDER, folder, { recursive: true, filter: (source) => !['node_modules', 'dist', 'test'].includes(basename(source)) });
  return folder;
}

/** Replaces a text that a file holds. */
export async function editFile(path: string, text: string | RegExp, replacement: string): Promise<void> {
  const before = await readFile(path, 'utf8');
  const after = before.replace(text, () => replacement);
  if (after === before) throw new Error(`${path} does not hold ${text}, so it would stay the same.`);
  await writeFile(path, after);
}

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from './emit/emitter.ts';

/** How a folder differs from what should be in it. */
export interface Difference {
  readonly name: string;
  readonly kind: 'stale' | 'missing' | 'extra';
}

/** Compares both ways: files that are missing or differ, and files that should not be there. Sorted by name. */
export async function compareFolder(folder: string, files: readonly GeneratedFile[]): Promise<readonly Difference[]> {
  const present = new Set(await listFiles(folder));
  const differences: Difference[] = [];
  for (const { name, content } of files) {
    if (!present.delete(name)) differences.push({ name, kind: 'missing' });
    else if ((await readFile(join(folder, name), 'utf8')) !== content) differences.push({ name, kind: 'stale' });
  }
  for (const name of present) differences.push({ name, kind: 'extra' });
  return differences.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** Makes the folder hold exactly these files, touching only those that differ. */
export async function writeFolder(folder: string, files: readonly GeneratedFile[]): Promise<readonly Difference[]> {
  const differences = await compareFolder(folder, files);
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  for (const { name } of differences) {
    const content = contents.get(name);
    if (content === undefined) await rm(join(folder, name));
    else await writeFileAt(join(folder, name), content);
  }
  return differences;
}

async function writeFileAt(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

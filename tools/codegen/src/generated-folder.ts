import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

/** A folder, and everything that it has to hold. */
export interface GeneratedFolder {
  readonly folder: string;
  readonly files: readonly GeneratedFile[];
}

/**
 * Makes folders hold exactly their files, touching only those that differ: all of them or none. Everything is written beside its place before
 * the first file is replaced, so that a full disk or a folder that cannot be written leaves all as it was. Returns what differed in each folder.
 */
export async function writeFolders(folders: readonly GeneratedFolder[]): Promise<readonly (readonly Difference[])[]> {
  const differences = await Promise.all(folders.map(({ folder, files }) => compareFolder(folder, files)));
  const changes = folders.flatMap(({ folder, files }, index) =>
    (differences[index] ?? []).map(({ name }) => ({
      path: join(folder, name),
      content: files.find((file) => file.name === name)?.content,
    })),
  );
  try {
    for (const { path, content } of changes) if (content !== undefined) await stage(path, content);
  } catch (error) {
    await Promise.allSettled(changes.map(({ path }) => rm(staged(path), { force: true })));
    throw error;
  }
  for (const { path, content } of changes) await (content === undefined ? rm(path) : rename(staged(path), path));
  return differences;
}

function staged(path: string): string {
  return `${path}.new`;
}

async function stage(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(staged(path), content);
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

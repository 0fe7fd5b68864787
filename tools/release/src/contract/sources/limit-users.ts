import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMembers } from '../documents/node.ts';

/** The packages whose code imports the constants of limits, as their folders below `packages/` are named. */
const IMPORTERS = ['client', 'server', 'events', 'service'];

/** The file of every package that declares the constants of all limits, used or not. */
const DECLARATIONS = 'generated/limits.ts';

/** The limits with the packages whose code uses them: `retryDelays` by a package in which `RETRY_DELAYS` or `RETRY_DELAYS_MS` stands. */
export function withUsers(root: string, limits: unknown): unknown {
  if (!isMembers(limits)) return limits;
  const words = IMPORTERS.map((name) => ({ name, words: wordsOf(join(root, 'packages', name, 'src')) }));
  const usersOf = (limit: string): readonly string[] => {
    const constant = limit.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    const names = [constant, `${constant}_MS`, `${constant}_BYTES`];
    return words.filter((one) => names.some((name) => one.words.has(name))).map(({ name }) => name);
  };
  return Object.fromEntries(Object.entries(limits).map(([name, row]) => [name, isMembers(row) ? { ...row, usedBy: usersOf(name) } : row]));
}

/** Everything in the sources of a package that may be the name of a constant. */
function wordsOf(folder: string): ReadonlySet<string> {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => file !== DECLARATIONS);
  return new Set(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
}

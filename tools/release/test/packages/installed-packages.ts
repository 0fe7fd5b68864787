import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The folders that npm made for a package and everything that it needs, itself included. */
export async function installedPackages(installation: string, name: string): Promise<readonly string[]> {
  const lock = JSON.parse(await readFile(join(installation, 'package-lock.json'), 'utf8'));
  const packages: Readonly<Record<string, LockedPackage>> = lock.packages;
  const found = new Set<string>();
  const waiting = [join('node_modules', name)];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(needed, folder, packages);
      // What is for another machine is in the lock file, but not installed.
      if (place !== undefined && existsSync(join(installation, place))) waiting.push(place);
    }
  }
  return [...found];
}

/** Where Node finds a package from inside a folder: the nearest `node_modules` that has it. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (place in packages) return place;
    if (folder === '.') return undefined;
  }
}

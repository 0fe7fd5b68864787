import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a module and all that it imports are made of. */
export interface ModuleGraph {
  /** Files of this repository, the module itself among them. */
  readonly files: ReadonlySet<string>;
  /** Folders of the workspace's packages that are imported; what stands in them is not followed. */
  readonly packages: ReadonlySet<string>;
}

export const scope = '@business-cloud/';

const specifier = /\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g;

/**
 * Follows the imports of a module, those of types too. Packages that are not ours are left to the lock file.
 * @param left a file that is neither counted nor followed
 */
export function moduleGraph(entry: string, importsOf: (file: string) => readonly string[], left?: string): ModuleGraph {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (file === left || files.has(file)) return;
    files.add(file);
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) visit(new URL(name, `file://${file}`).pathname);
      else if (name.startsWith(scope)) packages.add(packageFolder(name, file));
    }
  };
  visit(entry);
  return { files, packages };
}

/** What a source imports, as it says it. */
export function importsIn(text: string): readonly string[] {
  return [...text.matchAll(specifier)].map(([, from, imported]) => from ?? imported ?? '');
}

/** Where a package of the workspace stands, for the file that imports it. @throws Error where it is not installed */
export function packageFolder(name: string, from: string): string {
  const [, own] = name.split('/');
  const folder = createRequire(from)
    .resolve.paths(name)
    ?.map((path) => `${path}/${scope}${own}`)
    .find(existsSync);
  if (folder === undefined) throw new Error(`${name}, which ${from} imports, is not installed`);
  return realpathSync(folder);
}

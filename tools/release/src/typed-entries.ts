import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedPackage } from './repository.ts';

/** One way into a package whose types its build declares. */
export interface TypedEntry {
  /** As one imports it: `@business-cloud/client/paths`. */
  readonly specifier: string;
  /** Its module, without an extension: `paths`. */
  readonly module: string;
  /** The absolute path of its declarations in `dist`. */
  readonly declarations: string;
}

/** The entries of a package, without what is for the tests of this repository. */
export async function typedEntries({ name, folder }: PublishedPackage): Promise<readonly TypedEntry[]> {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return Object.entries<string>(exports).flatMap(([entry, source]) => {
    const [, module] = /^\.\/src\/(.+)\.ts$/.exec(source) ?? [];
    if (module === undefined || entry === './internal') return [];
    return [{ specifier: name + entry.slice(1), module, declarations: join(folder, 'dist', `${module}.d.ts`) }];
  });
}

import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { importsOf } from './imports.ts';

/** One import of one source file. */
export interface Import {
  /** The file, from the `src` folder of its package. */
  readonly from: string;
  /** For a file of the same package where it stands, from `src`; otherwise the name as it is written. */
  readonly to: string;
  readonly kind: 'own file' | 'foreign file' | 'package';
}

/** Every import of the sources of a package. @param folder the package's folder @throws Error if it has no sources, or one cannot be parsed */
export function importsIn(folder: string): readonly Import[] {
  const src = join(folder, 'src');
  const files = globSync('**/*.{ts,mts,tsx}', { cwd: src });
  if (files.length === 0) throw new Error(`${src} holds no sources: correct the folder in arrows.ts`);
  return files.toSorted().flatMap((from) => importsOf(join(src, from)).map((name) => located(src, from, name)));
}

function located(src: string, from: string, name: string): Import {
  if (!name.startsWith('.')) return { from, to: name, kind: 'package' };
  const to = relative(src, join(src, dirname(from), name));
  return { from, to, kind: to.startsWith('..') ? 'foreign file' : 'own file' };
}

/** The folder of a file, `.` for one that is directly in `src`. */
export function folderOf(file: string): string {
  return dirname(file);
}

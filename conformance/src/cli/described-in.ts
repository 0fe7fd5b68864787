import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import type { RunOptions } from '../model/run-options.ts';

type DescribedIn = Pick<RunOptions, 'describedIn'>;

/** The file that describes the target, and the line of this setting. Nothing if the file is not below the current folder. */
export function describedIn(file: string, setting: string): DescribedIn {
  const path = pathBelow(file);
  if (path === undefined) return {};
  const at = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.startsWith(setting) && /^\s*:/.test(line.slice(setting.length)));
  return { describedIn: { file: path, line: Math.max(at, 0) + 1 } };
}

/** The program of a client: the first argument that is a file below the current folder, or else the command itself. */
export function programIn(command: readonly string[]): DescribedIn {
  const [interpreter = '', ...words] = command;
  const [program] = [...words, interpreter].flatMap((word) => pathBelow(word) ?? []);
  return program === undefined ? {} : { describedIn: { file: program, line: 1 } };
}

/** The path from the current folder, with slashes, as reports name files of a repository. */
function pathBelow(file: string): string | undefined {
  const path = relative('', file);
  if (path === '' || path.startsWith('..') || isAbsolute(path) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return path.split(sep).join('/');
}

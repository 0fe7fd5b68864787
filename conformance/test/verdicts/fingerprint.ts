import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks } from '../../src/generated/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { importsIn, moduleGraph, packageFolder, scope } from './module-graph.ts';

/**
 * Says what a verdict rests on: a text that is another one as soon as anything that can change the verdict has changed.
 * @param entries the file of the service that is judged, and the one that judges it and runs the suite
 */
export type Fingerprint = (entries: readonly string[], rule: RuleId) => string;

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** It imports every check: each rule stands for its own. */
const registry = fileURLToPath(new URL('../../src/generated/checks/registry.ts', import.meta.url));

/**
 * A verdict rests on the check of the rule, on the entries, on all that these import (of our packages every source), on the packages of the
 * lock file and on Node itself. The registry of checks is no part of it, but for the order of those that do not run beside others.
 */
export function fingerprints(read: (file: string) => string = (file) => readFileSync(file, 'utf8')): Fingerprint {
  const source = remembered((file): Source => {
    const text = read(file);
    return { digest: hash([relative(repository, file), text]), imports: file.endsWith('.ts') ? importsIn(text) : [] };
  });
  const digest = remembered((entry): string => {
    const { files, packages } = moduleGraph(entry, (file) => source(file).imports, registry);
    const folders = withDependencies(packages, read);
    const sources = [...files, ...folders.flatMap((folder) => [`${folder}/package.json`, ...filesIn(`${folder}/src`)])];
    return hash(sources.toSorted().map((file) => source(file).digest));
  });
  const ordered = checks.filter(({ isolation }) => isolation !== 'shared').map(({ rule }) => rule);
  const frame = hash([process.version, process.platform, ...ordered, read(`${repository}pnpm-lock.yaml`)]);
  return (entries, rule) => hash([frame, rule, ...[checkFile(rule), ...entries].map(digest)]);
}

interface Source {
  readonly digest: string;
  readonly imports: readonly string[];
}

/** The file that holds the check of a rule. */
export function checkFile(rule: RuleId): string {
  const name = rule.toLowerCase();
  return fileURLToPath(new URL(`../../src/checks/${name.split('-')[0]}/${name}.ts`, import.meta.url));
}

/** The packages, and those of ours that they depend on. */
function withDependencies(packages: ReadonlySet<string>, read: (file: string) => string): readonly string[] {
  const folders = new Set(packages);
  for (const folder of folders) {
    const manifest = `${folder}/package.json`;
    const { dependencies = {} } = JSON.parse(read(manifest)) as { dependencies?: Readonly<Record<string, string>> };
    for (const name of Object.keys(dependencies)) if (name.startsWith(scope)) folders.add(packageFolder(name, manifest));
  }
  return [...folders];
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Works it out once for each file. */
function remembered<T>(workOut: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>();
  return (file) => {
    const value = known.get(file) ?? workOut(file);
    known.set(file, value);
    return value;
  };
}

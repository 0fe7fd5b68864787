import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { arrows } from '../src/arrows.ts';
import { fileCycles, folderCycles } from '../src/cycles.ts';
import { importsIn } from '../src/module-graph.ts';
import { unusedFolders, violations } from '../src/violations.ts';

const repository = join(import.meta.dirname, '../../..');

/** The first measures packages from outside, by their sources too; the second attacks the service from outside; the third has tests alone. */
const outside = ['tools/benchmarks', 'tools/chaos', 'tools/foreign'];

/** The private packages that stand in `tools`, by name. */
const tools = new Set(globSync('tools/*', { cwd: repository }).map((folder) => manifest(folder).name));

function manifest(folder: string): { readonly name: string; readonly imports?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8'));
}

test('every package with sources has its arrows', () => {
  const folders = globSync(['{packages,tools}/*/package.json', 'conformance/package.json'], { cwd: repository }).map((file) =>
    join(file, '..'),
  );
  expect([...arrows.map(({ folder }) => folder), ...outside].toSorted()).toEqual(folders.toSorted());
});

test('what is published imports no tool but those that the build puts inside', () => {
  const published = arrows.filter(({ folder }) => !folder.startsWith('tools/'));
  expect(published.length).toBeGreaterThan(0);
  for (const { folder, packages } of published) {
    const inside: unknown[] = Object.values(manifest(folder).imports ?? {});
    expect(packages.filter((name) => tools.has(name) && !inside.includes(name))).toEqual([]);
  }
});

describe.for(arrows)('$folder', (rules) => {
  const imports = importsIn(join(repository, rules.folder));

  test('imports nothing against the arrows', () => {
    expect(imports.length).toBeGreaterThan(0);
    expect(violations(rules, imports)).toEqual([]);
  });

  test('has a file for each folder that its arrows name', () => {
    expect(unusedFolders(rules, imports)).toEqual([]);
  });

  test('has no cycle between its folders', () => {
    expect(folderCycles(imports)).toEqual([]);
  });

  test('has no cycle between its files', () => {
    expect(fileCycles(imports)).toEqual([]);
  });
});

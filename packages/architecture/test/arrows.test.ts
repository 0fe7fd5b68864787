import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { arrows } from '../src/arrows.ts';
import { fileCycles, folderCycles } from '../src/cycles.ts';
import { importsIn } from '../src/module-graph.ts';
import { unusedFolders, violations } from '../src/violations.ts';

const repository = join(import.meta.dirname, '../../..');

/** The first measures packages from outside, by their sources too; the second attacks the service from outside; the third has tests alone. */
const outside = ['packages/benchmarks', 'packages/chaos', 'packages/foreign'];

test('every package with sources has its arrows', () => {
  const folders = globSync(['packages/*/package.json', 'conformance/package.json'], { cwd: repository }).map((file) => join(file, '..'));
  expect([...arrows.map(({ folder }) => folder), ...outside].toSorted()).toEqual(folders.toSorted());
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

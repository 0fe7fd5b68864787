import { expect, test } from 'vitest';
import type { PackageArrows } from '../src/arrows.ts';
import { fileCycles, folderCycles } from '../src/cycles.ts';
import type { Import } from '../src/module-graph.ts';
import { unusedFolders, violations } from '../src/violations.ts';

const own = (from: string, to: string): Import => ({ from, to, kind: 'own file' });
const rules: PackageArrows = {
  folder: 'here',
  packages: ['@business-cloud/events'],
  folders: { '.': ['outer'], outer: ['inner'], inner: [], 'inner/made': ['outer'] },
};

test('an import along an arrow, and one within a folder, are allowed', () => {
  const along = [own('main.ts', 'outer/one.ts'), own('outer/one.ts', 'inner/deep/two.ts'), own('inner/deep/two.ts', 'inner/three.ts')];
  expect(violations(rules, [...along, own('inner/made/four.ts', 'outer/one.ts')])).toEqual([]);
});

test('an import against an arrow is named, with both folders', () => {
  expect(violations(rules, [own('inner/one.ts', 'outer/two.ts')])).toEqual([
    'src/inner/one.ts imports outer/two.ts: inner may not import outer',
  ]);
});

test('a folder without a line is named, on either side', () => {
  expect(violations(rules, [own('other/one.ts', 'inner/two.ts')])).toHaveLength(1);
  expect(violations(rules, [own('outer/one.ts', 'other/two.ts')])).toHaveLength(1);
});

test('a package of ours is imported only where that is allowed, whatever part of it', () => {
  const of = (to: string): Import => ({ from: 'outer/one.ts', to, kind: 'package' });
  expect(violations(rules, [of('@business-cloud/events/node'), of('undici')])).toEqual([]);
  expect(violations(rules, [of('@business-cloud/server')])).toHaveLength(1);
  expect(violations(rules, [of('#codegen')])).toHaveLength(1);
});

test("another package's file is not imported by its path", () => {
  expect(violations(rules, [{ from: 'outer/one.ts', to: '../../../packages/events/src/index.ts', kind: 'foreign file' }])).toHaveLength(1);
  expect(violations(rules, [{ from: 'outer/one.ts', to: '../package.json', kind: 'foreign file' }])).toEqual([]);
});

test('a line that no file is under is named', () => {
  expect(unusedFolders(rules, [own('main.ts', 'outer/one.ts'), own('outer/one.ts', 'inner/two.ts')])).toEqual(['inner/made']);
});

test('a cycle between folders is found, whatever its length, and one within a folder is none', () => {
  expect(folderCycles([own('one/a.ts', 'two/b.ts'), own('two/c.ts', 'three/d.ts'), own('three/d.ts', 'one/e.ts')])).toEqual([
    ['one', 'two', 'three', 'one'],
  ]);
  expect(folderCycles([own('one/a.ts', 'one/b.ts'), own('one/b.ts', 'one/a.ts'), own('one/a.ts', 'two/c.ts')])).toEqual([]);
});

test('a folder and one below it are two: a cycle between them is one', () => {
  expect(folderCycles([own('one/a.ts', 'one/below/b.ts'), own('one/below/b.ts', 'one/a.ts')])).toHaveLength(1);
});

test('files that are directly in src are no folder: an entry and what all folders use make no cycle', () => {
  expect(folderCycles([own('index.ts', 'one/a.ts'), own('one/a.ts', 'error.ts')])).toEqual([]);
  expect(folderCycles([own('index.ts', 'one/a.ts'), own('one/a.ts', 'index.ts')])).toHaveLength(1);
});

test('a cycle between files of one folder is found, whatever its length', () => {
  const round = [own('one/a.ts', 'one/b.ts'), own('one/b.ts', 'one/c.ts'), own('one/c.ts', 'one/a.ts')];
  expect(fileCycles(round)).toEqual([['one/a.ts', 'one/b.ts', 'one/c.ts', 'one/a.ts']]);
  expect(fileCycles(round.slice(0, 2))).toEqual([]);
});

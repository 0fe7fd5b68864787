import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importsOf } from '../src/imports.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function imported(text: string): readonly string[] {
  const file = join(folder, 'source.ts');
  writeFileSync(file, text);
  return importsOf(file);
}

test('values, types, re-exports, side effects and import() of a fixed name are imports', () => {
  const text = `import a from './a.ts'; import type { B } from './b.ts'; import { type C } from './c.ts'; import './d.ts';
    export { e } from './e.ts'; export * from './f.ts'; export type { G } from './g.ts'; await import('./h.ts');`;
  expect(imported(text).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `./${name}.ts`));
});

test('what only looks like an import is none', () => {
  expect(imported("// import './a.ts'\nconst text = \"from './b.ts'\"; const made = (name: string) => import(name);")).toEqual([]);
});

test('a file that cannot be parsed is an error, and not a file without imports', () => {
  expect(() => imported('import {')).toThrow('cannot be read');
});

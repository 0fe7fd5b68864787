import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles, generatedCode, misplaced } from '../src/generated-code.ts';

const repository = join(import.meta.dirname, '../../..');

test('generated code stands in src/generated alone, and nothing else stands there', () => {
  const files = codeFiles(repository);
  const folders = new Set(files.filter(({ isGenerated }) => isGenerated).map(({ path }) => path.replace(/\/(?:src|test)\/.*/, '')));
  expect([...folders]).toEqual([
    'conformance',
    ...['client', 'events', 'server', 'service'].map((name) => `packages/${name}`),
    'tools/codegen',
  ]);
  expect(misplaced(files)).toEqual([]);
});

test('a file that people write is refused in src/generated, in the folders below it too', () => {
  const paths = ['packages/client/src/generated/by-hand.ts', 'conformance/src/generated/checks/by-hand.ts'];
  expect(misplaced(paths.map((path) => ({ path, isGenerated: false })))).toHaveLength(2);
});

test('a generated file is refused everywhere else but where copies of it are kept for tests', () => {
  const refused = ['packages/client/src/problems.ts', 'packages/client/test/generated/problems.ts', 'conformance/generated/rules.ts'];
  expect(misplaced(refused.map((path) => ({ path, isGenerated: true })))).toHaveLength(3);
  const allowed = ['packages/client/src/generated/problems.ts', 'tools/codegen/test/golden/client/problems.ts'];
  expect(misplaced(allowed.map((path) => ({ path, isGenerated: true })))).toEqual([]);
});

test('the header is the one that codegen writes', () => {
  const emitter = readFileSync(join(repository, 'tools/codegen/src/emit/emitter.ts'), 'utf8');
  expect(emitter).toContain(generatedCode.header);
});

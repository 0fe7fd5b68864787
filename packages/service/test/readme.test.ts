import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const file = join(import.meta.dirname, 'quick-start.ts');
const quickStart = readFileSync(file, 'utf8');

test('the quick start of the README is the one that is compiled here, and has less than 30 lines', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(quickStart);
  expect(quickStart.trimEnd().split('\n').length).toBeLessThan(30);
});

test('the quick start runs, and shows the articoli of both companies', () => {
  const { status, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('Martello da 500 g');
  expect(stdout).toContain('Storia di Bologna');
});

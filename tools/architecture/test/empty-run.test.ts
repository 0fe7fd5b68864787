import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

test('a run whose filter names no test fails', () => {
  const args = ['run', 'tools/architecture/test/imports.test.ts', '-t', 'a title that no test has'];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/\n0 passed, 0 failed, [1-9]\d* skipped\n/);
  expect(stderr).toContain('No test ran');
  expect(status).toBe(1);
});

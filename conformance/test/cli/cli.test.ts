import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { suite } from '../../src/report/suite.ts';

const home = mkdtempSync(join(tmpdir(), 'business-cloud-home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function version(env: NodeJS.ProcessEnv): string {
  const command = join(import.meta.dirname, '../../src/cli.ts');
  return execFileSync(process.execPath, [command, '--version'], {
    encoding: 'utf8',
    cwd: home,
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...env },
  });
}

test('compiles its modules once for each user, and works without a cache too', () => {
  expect(version({ HOME: home })).toBe(`${suite.version}\n`);
  expect(readdirSync(join(home, '.cache', 'business-cloud'))).not.toEqual([]);
  rmSync(join(home, '.cache'), { recursive: true });
  for (const elsewhere of [undefined, '', '/dev/null']) expect(version({ HOME: elsewhere })).toBe(`${suite.version}\n`);
  // The current folder stays unchanged.
  expect(readdirSync(home)).toEqual([]);
});

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const SERVICE = join(PACKAGE, '../service/src/cli.ts');

test('the program that the demo of the service prints runs as it is printed', async () => {
  const demo = spawn(process.execPath, [SERVICE, 'demo', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void demo.kill());
  let printed = '';
  for await (const text of demo.stdout) {
    printed += text;
    if (/^ready: /m.test(printed)) break;
  }
  const program = printed.slice(printed.indexOf('import {'), printed.indexOf('ready: '));
  // Read from standard input, it finds the package as a program of its user does.
  const run = spawnSync(process.execPath, ['--input-type=module-typescript'], { cwd: PACKAGE, input: program, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain('Martello da 500 g 14.90\n');
});

import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const SERVICE = join(PACKAGE, '../service/src/cli.ts');

test('the first program of the README is the one that the demo prints, and it runs as it is printed', async () => {
  const demo = spawn(process.execPath, [SERVICE, 'demo', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void demo.kill());
  let printed = '';
  for await (const text of demo.stdout) {
    printed += text;
    if (/^ready: /m.test(printed)) break;
  }
  const program = printed.slice(printed.indexOf('import {'), printed.indexOf('\nready: '));
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const url = /^ready: (.+)$/m.exec(printed)?.[1] ?? '';
  expect(/```ts\n(.*?)```/s.exec(readme)?.[1]).toBe(program.replaceAll(url, 'http://127.0.0.1:8080'));
  // Read from standard input, it finds the package as a program of its user does.
  const run = spawnSync(process.execPath, ['--input-type=module-typescript'], { cwd: PACKAGE, input: program, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain('Martello da 500 g 14.90\n');
});

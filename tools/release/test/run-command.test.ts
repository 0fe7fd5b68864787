import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, '../src/run-command.ts');
// Starts a shell that starts another program, and prints the number of that one.
const STARTER = `
  const { startProgram } = await import(${JSON.stringify(MODULE)});
  const { child } = startProgram('sh', ['-c', 'sleep 600 & echo $!; wait'], { cwd: '.' });
  child.stdout.pipe(process.stdout);
`;

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.for(['SIGINT', 'SIGTERM'] as const)('%s ends what a program has started, too', async (signal) => {
  const starter = spawn('node', ['--input-type=module', '--eval', STARTER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(starter.stdout), 'line');
  const pid = Number(line);
  expect(runs(pid)).toBe(true);
  starter.kill(signal);
  await once(starter, 'exit');
  while (runs(pid)) await sleep(50);
});

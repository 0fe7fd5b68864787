import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

const folder = join(import.meta.dirname, '../../examples/client');

/** A client of the examples. */
export interface ExampleClient {
  readonly language: string;
  /** What to install. Undefined if it can be started. */
  readonly missing: () => string | undefined;
  readonly command: () => readonly string[];
}

export const examples: readonly ExampleClient[] = [
  {
    language: 'TypeScript',
    missing: () => undefined,
    command: () => [process.execPath, join(folder, 'typescript/client.ts')],
  },
  {
    language: 'Python',
    missing: () =>
      isThere('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))') ? undefined : 'install Python 3.10 or later as python3',
    command: () => ['python3', join(folder, 'python/client.py')],
  },
  {
    language: 'Go',
    missing: () => (isThere('go', 'version') ? undefined : 'install Go 1.22 or later'),
    command: () => [built()],
  },
];

function isThere(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function built(): string {
  const place = mkdtempSync(join(tmpdir(), 'client-go-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const program = join(place, 'client');
  const { status, stderr } = spawnSync('go', ['build', '-o', program, '.'], { cwd: join(folder, 'go'), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return program;
}

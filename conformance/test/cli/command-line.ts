import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runCommand } from '../../src/cli/commands.ts';

const suite = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** The output and exit status of a command. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in a folder, within this process, where its modules are already loaded. One run at a time. */
export async function runIn(folder: string, ...args: readonly string[]): Promise<Run> {
  const out: string[] = [];
  const err: string[] = [];
  const streams = { out: { write: (text: string) => out.push(text) }, err: { write: (text: string) => err.push(text) } };
  const before = process.cwd();
  process.chdir(folder);
  vi.stubEnv('NO_COLOR', '1');
  // The environment of the machine that runs the tests must not matter.
  vi.stubEnv('GITHUB_ACTIONS', '');
  try {
    const code = await runCommand(args, streams);
    return { code, out: out.join(''), err: err.join('') };
  } finally {
    vi.unstubAllEnvs();
    process.chdir(before);
  }
}

/** Runs it in its own process. */
export function runAsProcess(folder: string, ...args: readonly string[]): Promise<Run> {
  return start(folder, ...args).ended;
}

/** Starts it, for a test that acts on it before it ends. */
export function start(folder: string, ...args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Run> } {
  const child = spawn(process.execPath, [suite, ...args], { cwd: folder, env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' } });
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk;
  });
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, ...text }))) };
}

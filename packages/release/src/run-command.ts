import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReleaseError } from './release-error.ts';

export interface RunOptions {
  readonly cwd: string;
  /** Replaces the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end and keeps what it printed. Its exit code is the caller's to judge. */
export async function runProgram(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { cwd, env = process.env, signal } = options;
  const child = spawn(file, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode ?? 1, ...output };
}

/**
 * Runs a program that must succeed, and returns what it printed on standard output.
 *
 * @throws {ReleaseError} with code `command-failed`, and all that it printed in the message
 */
export async function runOrFail(file: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(file, args, options);
  if (exitCode === 0) return stdout;
  throw new ReleaseError(
    'command-failed',
    `"${[file, ...args].join(' ')}" ended with exit code ${exitCode} in ${options.cwd}. It printed:\n${stdout}${stderr}`,
  );
}

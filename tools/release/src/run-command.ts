import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { ReleaseError } from './release-error.ts';

export interface RunOptions {
  readonly cwd: string;
  /** Replaces the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface RunResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that was started, and what it has printed so far. */
export interface RunningProgram {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly output: { stdout: string; stderr: string };
  /** Settles with its exit code. */
  readonly ended: Promise<number>;
}

// Each program leads a process group, so that what it starts itself is ended with it.
const groups = new Set<number>();

/** Ends every program that still runs, with all that it started. */
export function endPrograms(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
  groups.clear();
}

let watching = false;

/** No program outlives this process, not after Ctrl-C either: the terminal sends that to this process's own group alone. */
function endProgramsWithThisProcess(): void {
  if (watching) return;
  watching = true;
  process.on('exit', endPrograms);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Starts a program and keeps what it prints. */
export function startProgram(file: string, args: readonly string[], { cwd, env = process.env }: RunOptions): RunningProgram {
  endProgramsWithThisProcess();
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const ended = once(child, 'close').then(([exitCode]) => {
    if (pid !== undefined) groups.delete(pid);
    return exitCode ?? 1;
  });
  return { child, output, ended };
}

/** Asks a program and all that it started to end, and waits until it has. */
export async function stopProgram({ child, ended }: RunningProgram): Promise<void> {
  if (child.pid !== undefined) signalGroup(child.pid, 'SIGTERM');
  await ended;
}

/** Runs a program to its end and keeps what it printed. Its exit code is the caller's to judge. */
export async function runProgram(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { output, ended } = startProgram(file, args, options);
  return { exitCode: await ended, ...output };
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

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // It has ended already.
  }
}

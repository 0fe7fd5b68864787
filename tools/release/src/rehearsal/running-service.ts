import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseError } from '../release-error.ts';
import { type RunningProgram, stopProgram } from '../run-command.ts';

/** A service that a user has started. */
export interface RunningService {
  /** The line by which it said that it is ready. */
  readonly ready: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 180_000;

/**
 * Waits until a service says that it is ready.
 *
 * @throws {ReleaseError} with code `rehearsal-failed` and what it printed, when it ends instead or says nothing
 */
export async function untilReady(program: RunningProgram, isReady: (line: string) => boolean): Promise<RunningService> {
  const stopped = new AbortController();
  const lines = createInterface(program.child.stdout);
  const ready = new Promise<string>((resolve) => lines.on('line', (line) => isReady(line) && resolve(line)));
  const ended = program.ended.then((code) => `it ended with exit code ${code}`);
  const late = sleep(READY_WITHIN_MS, `it was not ready within ${READY_WITHIN_MS / 1000} s`, { signal: stopped.signal });
  const line = await Promise.race([ready, Promise.race([ended, late]).then((reason) => ({ reason }))]);
  stopped.abort();
  late.catch(() => {});
  if (typeof line === 'string') return { ready: line, stop: () => stopProgram(program) };
  await stopProgram(program);
  const { stdout, stderr } = program.output;
  throw new ReleaseError('rehearsal-failed', `The service did not start: ${line.reason}. It printed:\n${stdout}${stderr}`);
}

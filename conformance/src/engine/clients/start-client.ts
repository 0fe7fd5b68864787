import { type ChildProcess, spawn } from 'node:child_process';
import type { ClientEnvironment, ClientFunction, ClientTarget } from '../../model/client-context.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';

/** How an execution of a client ended. */
export interface Ending {
  readonly succeeded: boolean;
  /** In words: `exit status 1`, and the last line that it printed. */
  readonly ended: string;
}

/** How many characters of a client's output are kept. */
const OUTPUT_KEPT = 4_000;
const LINE_KEPT = 200;

/** The running commands. None may outlive this process. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) endAll(child);
});

/** Starts a client once. @param signal stops it and everything that it started @throws ConfigurationError if there is no such command */
export async function startClient({ client }: ClientTarget, environment: ClientEnvironment, signal: AbortSignal): Promise<Ending> {
  return typeof client === 'function' ? await call(client, environment, signal) : await startCommand(client, environment, signal);
}

async function call(client: ClientFunction, environment: ClientEnvironment, signal: AbortSignal): Promise<Ending> {
  const ended = client(environment, signal).then(
    (): Ending => ({ succeeded: true, ended: 'resolved' }),
    (error: unknown): Ending => ({ succeeded: false, ended: `rejected: ${lastLine(String(error))}` }),
  );
  const aborted = Promise.withResolvers<Ending>();
  const onAbort = (): void => aborted.resolve({ succeeded: false, ended: 'it was stopped' });
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([ended, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function startCommand(
  [command = '', ...args]: readonly string[],
  environment: ClientEnvironment,
  signal: AbortSignal,
): Promise<Ending> {
  // Its own process group, so that everything that it starts can be stopped with it.
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-OUTPUT_KEPT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const onAbort = (): void => endAll(child);
  signal.addEventListener('abort', onAbort);
  try {
    const [code, by] = await exitOf(child, command);
    const how = code === null ? `ended by ${by}` : `exit status ${code}`;
    return { succeeded: code === 0, ended: output.trim() === '' ? how : `${how}: ${lastLine(output)}` };
  } finally {
    signal.removeEventListener('abort', onAbort);
    endAll(child);
    running.delete(child);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Waits for the command to exit, not for its output, which its child processes may keep open. @throws ConfigurationError */
async function exitOf(child: ChildProcess, command: string): Promise<readonly [code: number | null, by: string | null]> {
  return await new Promise((resolve, reject) => {
    child.on('exit', (code, by) => setImmediate(() => resolve([code, by])));
    child.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      reject(new ConfigurationError(`the command ${command} cannot be started (${code}); write a working command after '--'.`));
    });
  });
}

/** Stops a command and everything that it started. */
function endAll(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended, or this system has no process groups.
    child.kill('SIGKILL');
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, LINE_KEPT) ?? '';
}

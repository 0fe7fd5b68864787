import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CLI } from '../../../../packages/service/test/harness/process.ts';
import { residentPeak } from './resident-memory.ts';

/** So many faults are kept: the first ones tell. */
const FAULTS_KEPT = 3;
/** What the server says in its log beside the error that a request broke with. */
const FAULT = 'The request broke the service.';

/** One node of the service: a process that can be killed and started again, at one address. */
export interface ServiceNode {
  readonly url: string;
  /** @throws when it ends before it is ready, with what it said */
  start(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Its exit code, when it has ended; null when a signal ended it. */
  ended(): Promise<number | null>;
  /** The most memory that it had resident in any of its lives, in bytes. */
  residentPeak(): number | undefined;
  /** The first errors that requests broke it with, in any of its lives: what its log says beside answers of 500. */
  readonly faults: readonly string[];
}

export interface NodeInput {
  readonly port: number;
  readonly flags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The largest file that it may write, as if the disk were full then. */
  readonly fileBytesMax?: number | undefined;
}

export function createServiceNode(input: NodeInput): ServiceNode {
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(null);
  let peak: number | undefined;
  const faults: string[] = [];
  const look = (): number | undefined => {
    const now = child?.pid === undefined ? undefined : residentPeak(child.pid);
    if (now !== undefined) peak = Math.max(peak ?? 0, now);
    return peak;
  };
  return {
    url: `http://127.0.0.1:${input.port}`,
    async start() {
      const started = run(input);
      child = started;
      exit = once(started, 'exit').then(([code]) => code);
      await ready(started, faults);
    },
    async kill() {
      look();
      child?.kill('SIGKILL');
      await exit;
    },
    signal: (signal) => void child?.kill(signal),
    ended: () => exit,
    residentPeak: look,
    faults,
  };
}

function run({ port, flags, environment = {}, fileBytesMax }: NodeInput) {
  const args = [CLI, 'start', '--port', String(port), '--log-level', 'error', ...flags];
  // Shells count in blocks of 512 bytes.
  const limited = ['-c', `ulimit -f ${Math.round((fileBytesMax ?? 0) / 512)}; exec "$0" "$@"`, process.execPath, ...args];
  const [command, all] = fileBytesMax === undefined ? [process.execPath, args] : ['/bin/sh', limited];
  return spawn(command, all, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
}

/** @param faults gets what its log says of requests that broke it, for as long as it lives */
async function ready(child: ReturnType<typeof run>, faults: string[]): Promise<void> {
  const printed: string[] = [];
  let isReady = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const fault = faultIn(line);
    if (fault !== undefined && faults.length < FAULTS_KEPT) faults.push(fault);
    if (!isReady) printed.push(line);
  });
  const complaint = once(child, 'close').then(([code]) => {
    throw new Error(`A node ended with ${code}: ${printed.join(' ').trim()}`);
  });
  // When it ends later than this, that is no fault of its start.
  complaint.catch(() => undefined);
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, 'line'), complaint]);
  isReady = true;
  lines.close();
  child.stdout.resume();
}

/** The error that a request broke the service with, by a line of its log; undefined for every other line. */
export function faultIn(line: string): string | undefined {
  if (!line.includes(FAULT)) return undefined;
  const { err }: { err?: { type?: string; message?: string } } = JSON.parse(line);
  return `${err?.type}: ${err?.message}`;
}

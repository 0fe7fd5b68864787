import { Stopped } from '../http/stopped.ts';
import type { RunEvent } from '../model/run-options.ts';

/** The exit status that a shell gives a command which a signal ended. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Interrupt = keyof typeof exitCodes;

const interrupts = Object.keys(exitCodes) as readonly Interrupt[];

/** How long a run that has to end at once may take to write down what it leaves. */
const LAST_WORDS_MS = 2_000;

/** The ways in which the outside ends a run. */
export interface Interruption {
  /** Ends the run, and has its traces removed. */
  readonly signal: AbortSignal;
  /** Ends that removal too. */
  readonly abandon: AbortSignal;
  /** Follows the run. Once its last rule is judged, only the removal is left to stop. */
  readonly note: (event: RunEvent) => void;
  /** The exit status, if the run had to end at once. */
  readonly exitCode: () => number | undefined;
  /** To be called when the run is over. */
  readonly release: () => void;
}

/**
 * Ends the run at the first Ctrl-C or SIGTERM, or after `maxTime`, and has its traces removed. A second signal skips the removal. So does the
 * first one once every rule is judged, and a terminal that closes.
 */
export function stopOnInterrupt(maxTime?: { readonly ms: number; readonly text: string }): Interruption {
  const [stop, abandon] = [new AbortController(), new AbortController()];
  let code: number | undefined;
  let isJudged = false;
  const onInterrupt = (name: Interrupt): void => {
    if (abandon.signal.aborted) process.exit(exitCodes[name]);
    if (name !== 'SIGHUP' && !stop.signal.aborted && !isJudged) {
      process.stderr.write('\nStopping, and removing what the run created. Press Ctrl-C again to end at once.\n');
      stop.abort();
      return;
    }
    code = exitCodes[name];
    stop.abort();
    abandon.abort();
    setTimeout(() => process.exit(exitCodes[name]), LAST_WORDS_MS).unref();
  };
  for (const name of interrupts) process.on(name, onInterrupt);
  const tooLong = maxTime && new Stopped(`the run took longer than --max-time ${maxTime.text}`);
  const timer = maxTime && setTimeout(() => stop.abort(tooLong), maxTime.ms);
  const note = (event: RunEvent): void => {
    if (event.type === 'rule-judged') isJudged = event.done === event.total;
    else if (event.type === 'run-started') isJudged = false;
  };
  const release = (): void => {
    clearTimeout(timer);
    for (const name of interrupts) process.off(name, onInterrupt);
  };
  return { signal: stop.signal, abandon: abandon.signal, note, exitCode: () => code, release };
}

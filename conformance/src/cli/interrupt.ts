import { Stopped } from '../http/stopped.ts';
import type { RunEvent } from '../model/event.ts';

/** What a shell says of a command that a signal ended. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Interrupt = keyof typeof exitCodes;

const interrupts = Object.keys(exitCodes) as readonly Interrupt[];

/** How long a run that is ended at once may take to write down what it leaves. */
const LAST_WORDS_MS = 2_000;

/** The ways in which the outside ends a run. */
export interface Interruption {
  /** Ends the run, and has its traces removed. */
  readonly signal: AbortSignal;
  /** Ends that removal too. */
  readonly abandon: AbortSignal;
  /** Takes note of how far a run has come: once its last rule is judged, there is nothing left to stop but the removal. */
  readonly note: (event: RunEvent) => void;
  /** The exit status where the run was ended at once. */
  readonly exitCode: () => number | undefined;
  /** To be called when the run is over. */
  readonly release: () => void;
}

/**
 * Ends the run at the first Ctrl-C or SIGTERM, or after the time that it may take, and has its traces removed. The second one, the first
 * one once every rule is judged, and a terminal that is closed end it as it stands.
 */
export function stopOnInterrupt(maxTime?: { readonly ms: number; readonly text: string }): Interruption {
  const [stop, abandon] = [new AbortController(), new AbortController()];
  let code: number | undefined;
  let isJudged = false;
  const onInterrupt = (name: Interrupt): void => {
    if (abandon.signal.aborted) process.exit(exitCodes[name]);
    if (name !== 'SIGHUP' && !stop.signal.aborted && !isJudged) {
      process.stderr.write('\nStopping: what the run created is being removed. Once more ends it at once.\n');
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

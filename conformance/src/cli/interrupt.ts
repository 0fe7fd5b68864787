/** What a shell says of a command that a signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

type Interrupt = keyof typeof exitCodes;

/**
 * Ends the run at the first Ctrl-C or SIGTERM and has its traces removed; the second ends the process as it stands. `release` when the run
 * is over.
 */
export function stopOnInterrupt(): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const onInterrupt = (signal: Interrupt): void => {
    if (stop.signal.aborted) {
      process.stderr.write('\nEnded at once: objects named conformance-… may be left at the target.\n', () =>
        process.exit(exitCodes[signal]),
      );
      return;
    }
    process.stderr.write('\nStopping: what the run created is being removed. Once more ends it at once.\n');
    stop.abort();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  return { signal: stop.signal, release: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt) };
}

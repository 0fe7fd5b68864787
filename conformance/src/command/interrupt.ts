/** Ends the run at the first Ctrl-C and has its traces removed; the second Ctrl-C ends the process. `release` when the run is over. */
export function stopOnInterrupt(): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const onInterrupt = (): void => {
    process.stderr.write('\nStopping: what the run created is being removed.\n');
    stop.abort();
  };
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  return { signal: stop.signal, release: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt) };
}

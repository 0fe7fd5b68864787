/** Waits for the promise, or for the signal, whichever comes first; leaves no listener behind. */
export function settledOrAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    const settle = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(settle);
    if (signal.aborted) onAbort();
  });
}

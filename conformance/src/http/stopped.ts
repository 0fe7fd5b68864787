/** The run was stopped, so that the call was not sent. */
export class Stopped extends Error {
  constructor(why = 'the run was stopped') {
    super(why);
  }
}

/** Why a signal ended the run: its reason, if that is a `Stopped`. */
export function stoppedBy({ reason }: AbortSignal): Stopped {
  return reason instanceof Stopped ? reason : new Stopped();
}

/** The result of the work, or Stopped as soon as the signal is aborted, without waiting for the work to end. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Abandoned work ends at its next call, which is not sent.
  work.catch(() => {});
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(stoppedBy(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

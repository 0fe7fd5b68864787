import type { CallEvent, ClientEvent } from './client-event.ts';

/** Tells what happens. */
export interface CallReporter {
  /** A reporter for one more call. */
  call(operation: string): (event: CallEvent) => void;
  tell(event: ClientEvent): void;
}

/** Whoever listens must not be able to break a call: what a listener throws is ignored. */
export function createReporter(listener: ((event: ClientEvent) => void) | undefined): CallReporter {
  let calls = 0;
  const tell = (event: ClientEvent): void => {
    try {
      listener?.(event);
    } catch {}
  };
  return {
    tell,
    call(operation) {
      if (!listener) return () => {};
      calls += 1;
      const call = calls;
      return (event) => tell({ ...event, call, operation } as ClientEvent);
    },
  };
}

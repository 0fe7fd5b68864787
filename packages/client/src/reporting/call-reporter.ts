import type { CallEvent, ClientEvent } from './client-event.ts';

/** Reports what happens during calls. */
export interface CallReporter {
  /** A reporter for a new call. */
  call(operation: string): (event: CallEvent) => void;
  tell(event: ClientEvent): void;
}

/** A listener cannot break a call: what it throws is ignored. */
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

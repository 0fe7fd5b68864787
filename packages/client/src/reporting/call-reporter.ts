import { callSafely } from '#runtime';
import type { CallEvent, ClientEvent, FaultEvent } from './client-event.ts';

/** What failed, without the reason. */
export type Fault = FaultEvent extends infer Event ? (Event extends FaultEvent ? Omit<Event, 'reason'> : never) : never;

/** Reports what happens during calls. */
export interface CallReporter {
  /** A reporter for a new call. */
  call(operation: string): (event: CallEvent) => void;
  /** Reports that something of the user's failed: to the listener or, if there is none, once on the console. */
  fault(what: Fault, error: unknown): void;
}

/** A listener cannot break a call, nor a process: what it throws or rejects with goes to the console, once. */
export function createReporter(listener: ((event: ClientEvent) => void) | undefined): CallReporter {
  let calls = 0;
  let complained = false;
  const complain = (...what: readonly unknown[]): void => {
    if (!complained) console.error('@business-cloud/client:', ...what);
    complained = true;
  };
  const tell = (event: ClientEvent): void => callSafely(listener, (error) => complain('onEvent failed', error), event);
  return {
    call(operation) {
      if (!listener) return () => {};
      calls += 1;
      const call = calls;
      return (event) => tell({ ...event, call, operation } as ClientEvent);
    },
    fault(what, error) {
      const event = { ...what, reason: nameOf(error) };
      if (listener) tell(event);
      else complain(event);
    },
  };
}

/** Which kind of error it is. Its message stays untold: it may hold what is secret. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

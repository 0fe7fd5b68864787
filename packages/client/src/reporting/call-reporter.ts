import { callSafely } from '#runtime';
import type { CallEvent, ClientEvent, FaultEvent } from './client-event.ts';

/** What failed, without the reason. */
export type Fault = FaultEvent extends infer Event ? (Event extends FaultEvent ? Omit<Event, 'reason'> : never) : never;

/** Reports what happens during calls. */
export interface CallReporter {
  /** A new call: its number, and where its events go. */
  call(operation: string): { readonly call: number; readonly report: (event: CallEvent) => void };
  /** Reports that something of the user's failed: to the listener or, if there is none, once on the console. */
  fault(what: Fault, error: unknown): void;
}

type Listener = (event: ClientEvent) => void;

/** A listener cannot break a call, nor a process: what it throws or rejects with goes to the console, once. */
export function createReporter(onEvent: Listener | undefined, log: Listener | undefined): CallReporter {
  const listeners = [onEvent, log].filter((listener) => listener !== undefined);
  const deprecated = new Set<string>();
  let calls = 0;
  let complained = false;
  const complain = (...what: readonly unknown[]): void => {
    if (!complained) console.error('@business-cloud/client:', ...what);
    complained = true;
  };
  const tell = (event: ClientEvent): void => {
    for (const listener of listeners)
      callSafely(listener, (error) => complain(listener === log ? 'logger failed' : 'onEvent failed', error), event);
  };
  return {
    call(operation) {
      calls += 1;
      const call = calls;
      const report = (event: CallEvent): void => {
        if (event.type === 'deprecated' && deprecated.size === deprecated.add(operation).size) return;
        if (listeners.length > 0) tell({ ...event, call, operation } as ClientEvent);
      };
      return { call, report };
    },
    fault(what, error) {
      const event = { ...what, reason: nameOf(error) };
      if (listeners.length > 0) tell(event);
      else complain(event);
    },
  };
}

/** Which kind of error it is. Its message stays untold: it may hold what is secret. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

interface EventOfCall {
  /** Which call of this client, counted from 1. */
  readonly call: number;
  /** `createArticolo`; for calls by path, method and path; `authenticate` for a login. */
  readonly operation: string;
}

/** What happens during a call. A login is a call of its own. Nothing in it is secret. */
export type ClientEvent =
  | (EventOfCall & { readonly type: 'start'; readonly method: string; readonly url: string; readonly idempotencyKey: string | undefined })
  | (EventOfCall & { readonly type: 'attempt'; readonly attempt: number })
  | (EventOfCall & { readonly type: 'answer'; readonly attempt: number; readonly status: number; readonly durationMs: number })
  | (EventOfCall & { readonly type: 'lost'; readonly attempt: number; readonly reason: string; readonly durationMs: number })
  | (EventOfCall & { readonly type: 'wait'; readonly waitMs: number; readonly because: 'conflict' | 'failure' })
  | (EventOfCall & { readonly type: 'token-refused' })
  /** The answer says that the operation is deprecated, and until when it stays (D-19). Each operation is told once. */
  | (EventOfCall & { readonly type: 'deprecated'; readonly sunset: string | undefined })
  | (EventOfCall & {
      readonly type: 'end';
      readonly attempts: number;
      readonly durationMs: number;
      /** The status of the last answer; absent when the call ended without one. */
      readonly status: number | undefined;
      /** The code of the error that the pipeline ended with, if it did. */
      readonly code: string | undefined;
    })
  | FaultEvent;

/** A function of the options has failed, and the call goes on without it. The reason is the name of what it threw. */
export type FaultEvent =
  | { readonly type: 'token-storage-failed'; readonly reason: string }
  | {
      readonly type: 'callback-failed';
      readonly callback: 'afterAnswer' | 'beforeRequest' | 'clock' | 'random' | 'validate';
      readonly reason: string;
    };

/** An event without the fields that are the same for the whole call. */
export type CallEvent = ClientEvent extends infer Event ? (Event extends EventOfCall ? Omit<Event, keyof EventOfCall> : never) : never;

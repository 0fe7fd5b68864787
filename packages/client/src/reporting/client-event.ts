/** What every event of a call says. */
interface EventOfCall {
  /** Which call of this client, counted from 1. */
  readonly call: number;
  /** `createArticolo`; for calls by path, method and path; `authenticate` for a login. */
  readonly operation: string;
}

/** A call begins. */
interface StartEvent extends EventOfCall {
  /** The first event of a call. */
  readonly type: 'start';
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The whole address, with its query. */
  readonly url: string;
  /** The key of the request. GET and DELETE have none. */
  readonly idempotencyKey: string | undefined;
}

/** A request is about to be sent. */
interface AttemptEvent extends EventOfCall {
  /** An attempt begins. */
  readonly type: 'attempt';
  /** Which attempt of the call, counted from 1. */
  readonly attempt: number;
}

/** An answer has come, whatever its status. */
interface AnswerEvent extends EventOfCall {
  /** An attempt ended with an answer. */
  readonly type: 'answer';
  /** Which attempt of the call, counted from 1. */
  readonly attempt: number;
  /** The HTTP status. */
  readonly status: number;
  /** The time from sending to the whole body, in milliseconds. */
  readonly durationMs: number;
}

/** No answer came: the connection was refused, lost or cut. */
interface LostEvent extends EventOfCall {
  /** An attempt ended without an answer. */
  readonly type: 'lost';
  /** Which attempt of the call, counted from 1. */
  readonly attempt: number;
  /** What went wrong: the message of the error, with the code of its cause. */
  readonly reason: string;
  /** The time from sending to the loss, in milliseconds. */
  readonly durationMs: number;
}

/** The call waits before its next attempt. */
interface WaitEvent extends EventOfCall {
  /** A wait begins. */
  readonly type: 'wait';
  /** How long, in milliseconds. */
  readonly waitMs: number;
  /** `conflict`: a request with the same key is still in progress. `failure`: a lost connection, a 5xx or a 429. */
  readonly because: 'conflict' | 'failure';
}

/** The token was refused, and the call logs in once more. */
interface TokenRefusedEvent extends EventOfCall {
  /** An answer was 401. */
  readonly type: 'token-refused';
}

/** The answer says that the operation is deprecated (D-19). Each operation is told once. */
interface DeprecatedEvent extends EventOfCall {
  /** An answer tells of a deprecation. */
  readonly type: 'deprecated';
  /** Until when the operation stays, as the answer says it; absent when it does not. */
  readonly sunset: string | undefined;
}

/** The call is over. */
interface EndEvent extends EventOfCall {
  /** The last event of a call. */
  readonly type: 'end';
  /** How often the request was sent. */
  readonly attempts: number;
  /** The time of the whole call with its waits, in milliseconds. */
  readonly durationMs: number;
  /** The status of the last answer; absent when the call ended without one. */
  readonly status: number | undefined;
  /** The code of the error that the pipeline ended with, if it did. */
  readonly code: string | undefined;
}

/** What happens during a call. A login is a call of its own. Nothing in it is secret. */
export type ClientEvent =
  | StartEvent
  | AttemptEvent
  | AnswerEvent
  | LostEvent
  | WaitEvent
  | TokenRefusedEvent
  | DeprecatedEvent
  | EndEvent
  | FaultEvent;

/** A function of the options has failed, and the call goes on without it. The reason is the name of what it threw. */
export type FaultEvent =
  | {
      /** The storage of the token threw, rejected or took too long. */
      readonly type: 'token-storage-failed';
      /** The name of the error, without its message. */
      readonly reason: string;
    }
  | {
      /** A function of the options threw or rejected. */
      readonly type: 'callback-failed';
      /** The option that it is. */
      readonly callback: 'afterAnswer' | 'beforeRequest' | 'clock' | 'random' | 'validate';
      /** The name of the error, without its message. */
      readonly reason: string;
    };

/** An event without the fields that are the same for the whole call. */
export type CallEvent = ClientEvent extends infer Event ? (Event extends EventOfCall ? Omit<Event, keyof EventOfCall> : never) : never;

import type { OperationId } from '../generated/operations.ts';

/** One HTTP request as it is sent. Header names keep their case. */
export interface Call {
  /** The HTTP method, in upper case. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Names and values, in the order in which they are sent. A name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text. Absent if there is none. */
  readonly body?: string;
  /** The encoding of the body. Default: UTF-8. */
  readonly encoding?: 'latin1';
  /** The operation that it calls or was derived from. */
  readonly operation?: OperationId;
  /** The id of the object that the call acts on, wherever it is in the URL. */
  readonly subject?: string;
  /** Whether what it may create is removed as soon as its rule is judged, instead of at the end of the run. */
  readonly isOdd?: true;
}

/** What came back for a call. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** Names and values alternate, in the order received. Names are in lower case. */
  readonly rawHeaders: readonly string[];
  /** The body as text; empty if there is none. */
  readonly body: string;
}

/** One call and its answer, as reports show them. */
export interface Exchange {
  /** What was sent. */
  readonly call: Call;
  /** Undefined if no answer came. */
  readonly answer?: Answer;
  /** Why no answer came. */
  readonly lost?: string;
  /** Whether the suite itself cut the connection. */
  readonly onPurpose?: true;
  /** When it began and ended, in the order of everything that the suite sent and received. Two that overlap were concurrent. */
  readonly order?: {
    /** Its position when it was sent. */
    readonly began: number;
    /** Its position when its answer had come or was lost. */
    readonly ended: number;
  };
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The time until the whole answer, in milliseconds. */
  readonly durationMs: number;
}

/**
 * When a connection is cut: with the last byte of the request, some milliseconds after it, or as soon as the answer begins.
 * `reset` resets the connection after a moment.
 */
export type Cut = number | 'with the last byte' | 'as the answer begins' | 'reset';

/** Sends a call. */
export type Send = (call: Call) => Promise<Answer>;

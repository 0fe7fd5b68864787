import type { OperationId } from '../generated/operations.ts';

/** One HTTP request as it is sent: header names keep the case they are given in. */
export interface Call {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Names and values, in the order in which they are sent. A name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text. Absent if there is none. */
  readonly body?: string;
  /** In which encoding the body is sent; in UTF-8 if it is not given. */
  readonly encoding?: 'latin1';
  /** The operation that it calls, or that it was made from. */
  readonly operation?: OperationId;
  /** The id of the object that the call acts on, wherever its URL holds it. */
  readonly subject?: string;
  /** Whether what it may create is to be removed with the rule that it is sent for. */
  readonly isOdd?: true;
}

/** What came back for a call. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** Names and values alternate, in the order received; the names are in lower case. */
  readonly rawHeaders: readonly string[];
  /** The body as text; empty if there is none. */
  readonly body: string;
}

/** One call and what became of it, as the reports show it. */
export interface Exchange {
  /** What was sent. */
  readonly call: Call;
  /** Undefined when no answer came. */
  readonly answer?: Answer;
  /** Why no answer came. */
  readonly lost?: string;
  /** Whether the suite itself cut the connection. */
  readonly onPurpose?: true;
  /** Its places among all that the suite sent and heard: two whose places overlap were under way at once. */
  readonly order?: {
    /** Its place when it was sent. */
    readonly began: number;
    /** Its place when its answer was there, or lost. */
    readonly ended: number;
  };
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The time until the whole answer, in milliseconds. */
  readonly durationMs: number;
}

/**
 * When a connection is cut: with the last byte of the request or some milliseconds after it, or as soon as the answer begins; or it is reset
 * after a moment.
 */
export type Cut = number | 'with the last byte' | 'as the answer begins' | 'reset';

/** Sends a call. */
export type Send = (call: Call) => Promise<Answer>;

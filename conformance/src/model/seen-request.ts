import type { OperationId } from '../generated/operations.ts';

/** One request of a client, as the scripted service received it. */
export interface SeenRequest {
  /** The operation that matches its method and path. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** The path and query, as sent. */
  readonly path: string;
  /** The value of {companyId} in the path. */
  readonly companyId: string | undefined;
  /** Names and values, as sent and in this order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The bearer token. */
  readonly token: string | undefined;
  readonly key: string | undefined;
  /** When it had arrived completely, in milliseconds of the run's own clock. */
  readonly arrivedAt: number;
  /** The status of the answer; undefined if the answer is lost. */
  readonly status: number | undefined;
  /** Just before the answer was sent or the connection was cut, by the same clock. */
  readonly answeredAt: number;
}

/** What the service does with a request instead of answering it correctly. */
export type Reaction =
  /** A different answer, and no effect. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string; readonly afterMs?: number }
  /** The connection ends: before the effect, after it, or in the middle of the correct answer. */
  | { readonly cut: 'before the effect' | 'after the effect' | 'in the answer' }
  /** Silence for this time, then the connection ends. The request has no effect. */
  | { readonly silentForMs: number }
  /** The correct answer, but late. */
  | { readonly lateByMs: number };

/** What the service does wrong in one execution. */
export interface Script {
  /** Describes the script. It is the end of a sentence. */
  readonly what: string;
  /** Undefined for a correct answer. @param before the earlier requests, each with the status that it got or will get */
  readonly react: (request: SeenRequest, before: readonly SeenRequest[]) => Reaction | undefined;
}

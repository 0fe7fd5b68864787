import type { OperationId } from '../generated/operations.ts';

/** One request of a client, as the scripted service saw it. */
export interface SeenRequest {
  /** The operation that its method and path name. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  /** What stands in the path in the place of {companyId}. */
  readonly companyId: string | undefined;
  /** Names and values as they were sent, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The bearer token that it carries. */
  readonly token: string | undefined;
  readonly key: string | undefined;
  /** When it had arrived whole, in milliseconds of the run's own clock. */
  readonly arrivedAt: number;
  /** The status that it is answered with; undefined if the answer is lost. */
  readonly status: number | undefined;
  /** Just before its answer was sent or its connection cut, by the same clock. */
  readonly answeredAt: number;
}

/** What the service does with a request in the place of answering it rightly. */
export type Reaction =
  /** Another answer, without an effect. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string; readonly afterMs?: number }
  /** The connection ends: before anything was done, after it was done, or in the middle of the right answer. */
  | { readonly cut: 'before the effect' | 'after the effect' | 'in the answer' }
  /** Nothing comes for this time, and then the connection ends; nothing was done. */
  | { readonly silentForMs: number }
  /** The right answer, late. */
  | { readonly lateByMs: number };

/** What the service does otherwise than rightly in one execution. */
export interface Script {
  /** As the end of a sentence. */
  readonly what: string;
  /** Undefined if the request is answered rightly. @param before the requests that had arrived, each with the status that it got or will get */
  readonly react: (request: SeenRequest, before: readonly SeenRequest[]) => Reaction | undefined;
}

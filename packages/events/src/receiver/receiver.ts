import type { BodyLimits } from './read-body.ts';

/** A request in the form that adapters pass on. */
export interface IncomingDelivery {
  /** The HTTP method, in capitals. Only POST is a delivery. */
  readonly method: string;
  /** The address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** The value of a header, with its name in any case. The values of a repeated header are joined by commas. */
  header(name: string): string | undefined;
  /** Reads the raw body. Called at most once. */
  readBody(limits: BodyLimits): Promise<Uint8Array>;
}

/** What to answer. */
export interface Answer {
  /** The HTTP status. 2xx confirms the delivery, and the service sends it again after any other. */
  readonly status: number;
  /** The headers to send, by their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty, or the code of the refusal. */
  readonly body: string;
  /** Resolves when the work of this delivery has ended, which may be after the answer; it never rejects. */
  readonly finished: Promise<void>;
}

/** Receives deliveries. An adapter connects it to a web framework. */
export interface Receiver {
  /** Verifies one delivery, has its event processed once, and resolves with the answer. Never rejects. */
  receive(delivery: IncomingDelivery): Promise<Answer>;
  /** Resolves when all work that goes on after its answer has ended. Wait for it before the process ends. */
  idle(): Promise<void>;
}

import type { BodyLimits } from './read-body.ts';

/** A request as an adapter hands it over. */
export interface IncomingDelivery {
  readonly method: string;
  /** The address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** The value of a header, its name in any case; of a header that came more than once, the values joined by commas. */
  header(name: string): string | undefined;
  /** Reads the raw body. Called at most once. */
  readBody(limits: BodyLimits): Promise<Uint8Array>;
}

/** What to answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty, or the code of the refusal. */
  readonly body: string;
  /** Settles when the work of this delivery is over, which may be after the answer; it never rejects. */
  readonly finished: Promise<void>;
}

/** Receives deliveries. An adapter puts it behind a web framework. */
export interface Receiver {
  /** Judges one delivery, has its event processed once, and says what to answer. Never rejects. */
  receive(delivery: IncomingDelivery): Promise<Answer>;
  /** Settles when all work that goes on after its answer is over: wait for it before the process ends. */
  idle(): Promise<void>;
}

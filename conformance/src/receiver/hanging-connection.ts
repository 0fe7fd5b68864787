import type { Hang } from '../model/webhook.ts';

/**
 * Why a connection stopped hanging: the target gave it up, by ending it or by making another attempt; it reached the limit; or it kept the
 * target from delivering anything else.
 */
export type HangEnd = 'given up' | 'at the limit' | 'blocking';

/** A connection to the receiver that hangs until the first of these happens. */
export class HangingConnection implements Hang {
  readonly over: Promise<HangEnd>;
  readonly #settle: (end: HangEnd) => void;
  #begunAt = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Real time in Unix milliseconds; undefined while it hangs. */
  overAt: number | undefined;
  givenUpAfterMs: number | undefined;
  /** Whether the target ended the connection, and so showed when it gave up. */
  isClosed = false;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<HangEnd>();
    this.over = promise;
    this.#settle = resolve;
  }

  /** Starts the hang. */
  begin(atMostMs: number): void {
    this.#begunAt = performance.now();
    this.#timer = setTimeout(() => this.end('at the limit'), atMostMs).unref();
  }

  ended(): void {
    this.isClosed ||= this.overAt === undefined;
    this.end('given up');
  }

  /** The first end counts. */
  end(why: HangEnd): void {
    if (this.overAt !== undefined) return;
    clearTimeout(this.#timer);
    this.overAt = Date.now();
    if (why === 'given up') this.givenUpAfterMs = Math.round(performance.now() - this.#begunAt);
    this.#settle(why);
  }
}

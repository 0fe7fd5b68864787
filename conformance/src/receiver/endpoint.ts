import type { Attempt, Endpoint, Reply, Script } from '../model/webhook.ts';
import { Patience } from './patience.ts';

/** The most that one turn of waiting counts for, in milliseconds, however late it ends. */
const TURN_MS = 100;

/** With less time left than this, in milliseconds, a wait is over. */
const NOTHING_MS = 1;

export const confirm: Script = () => ({ status: 204 });

/** One path of the receiver, for one webhook: what arrived there, and how it is answered. */
export class ReceiverEndpoint implements Endpoint {
  readonly name: string;
  readonly attempts: Attempt[] = [];
  readonly #script: Script;
  readonly #patience: Patience;
  readonly #waiting = new Set<() => void>();
  #closed = false;
  #taken = 0;
  /** How often attempts were dropped. A reader that goes on from an index must then start again. */
  forgettings = 0;

  /** @param patience shared by all endpoints of a run, since all of them show how long deliveries take */
  constructor(name: string, script: Script, patience: Patience = new Patience()) {
    this.name = name;
    this.#script = script;
    this.#patience = patience;
  }

  take(attempt: Attempt): Reply {
    const reply = this.#script(this.#taken, attempt);
    attempt.reply = reply;
    this.#taken += 1;
    this.attempts.push(attempt);
    for (const wake of this.#waiting) wake();
    return reply;
  }

  /** Drops attempts that are no longer needed, except the first ones. A long run must not keep all of them. */
  forget(mostKept: number, isOver: (attempt: Attempt) => boolean): void {
    const rest = this.attempts.slice(mostKept);
    const left = rest.filter((attempt) => !isOver(attempt));
    if (left.length === rest.length) return;
    this.attempts.splice(mostKept, rest.length, ...left);
    this.forgettings += 1;
  }

  async arrives(condition: () => boolean, configuredMs: number, others: readonly Endpoint[] = []): Promise<boolean> {
    if (condition()) return true;
    const all = [this, ...others];
    return await this.#patience.wait((withinMs) => Promise.race(all.map((endpoint) => endpoint.until(condition, withinMs))), configuredMs);
  }

  patience(configuredMs: number): number {
    return this.#patience.of(configuredMs);
  }

  /** Waits until the condition holds; false if it did not hold within that much running time of this process. */
  async until(condition: () => boolean, withinMs: number): Promise<boolean> {
    if (condition()) return true;
    if (this.#closed) return false;
    return await new Promise((resolve) => {
      const end = (held: boolean): void => {
        giveUp();
        this.#waiting.delete(wake);
        resolve(held);
      };
      const wake = (): void => {
        if (condition() || this.#closed) end(condition());
      };
      const giveUp = afterRunning(withinMs, () => end(condition()));
      this.#waiting.add(wake);
    });
  }

  /** Ends every wait, since nothing arrives any more. */
  close(): void {
    this.#closed = true;
    for (const wake of [...this.#waiting]) wake();
  }
}

/**
 * Calls back when this process has run for this long, in milliseconds. Time in which the process was stopped does not count. A turn that
 * takes more than twice its length counts for half, so that there is time to read what has arrived.
 * @returns a function that ends the wait without the callback
 */
export function afterRunning(ms: number, done: () => void): () => void {
  let leftMs = ms;
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const [lengthMs, begunAt] = [Math.min(TURN_MS, leftMs), performance.now()];
    timer = setTimeout(() => {
      const isLate = performance.now() - begunAt > 2 * lengthMs + NOTHING_MS;
      leftMs -= isLate ? lengthMs / 2 : lengthMs;
      if (leftMs < NOTHING_MS) done();
      else turn();
    }, lengthMs);
  };
  turn();
  return () => clearTimeout(timer);
}

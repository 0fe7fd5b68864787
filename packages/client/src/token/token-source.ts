import { startTimer, type Timer } from '#runtime';
import type { SafeStorage } from './safe-storage.ts';

/** Where the token of a user comes from. */
export interface TokenSource {
  /** The present token; logs in when there is none. The signal ends the wait; `timeoutMs` is how long it may take at most. */
  get(signal: AbortSignal, timeoutMs: number): Promise<string>;
  /**
   * Discards this token and no other: a late 401 for an earlier one changes nothing (CLI-11).
   *
   * @returns whether this client had obtained it itself; a stored one may be old
   */
  invalidate(token: string): boolean;
}

/** Ends the wait of one call: with the token, or with the error where there is none. */
type Waiter = (token: string | undefined, error?: unknown) => void;

/** The login that calls share which need a token at the same time. */
interface SharedLogin {
  readonly waiters: Set<Waiter>;
  /** The first attempt, and those of calls that lost their patience. */
  readonly attempts: AbortController[];
  /** When the latest of them began. */
  startedAt: number;
}

/**
 * How long a call waits for the login of another call before it starts one of its own. The other call may be gone, and on some platforms
 * nothing that belonged to it ever settles then. The wait for each further login is twice as long, so that a slow service gets few.
 */
const PATIENCE_MAX_MS = 2000;
const PATIENCE_SHARE = 0.25;

/** Calls that need a new token at the same time share one login, which is aborted when none of them waits any more. */
export function createTokenSource(login: (signal: AbortSignal) => Promise<string>, storage: SafeStorage): TokenSource {
  let current: string | undefined;
  let refused: string | undefined;
  let stored: string | undefined;
  let distrustStorage = false;
  let shared: SharedLogin | undefined;

  async function obtain(signal: AbortSignal, patienceMs: number): Promise<string> {
    // Another process may have renewed it already.
    stored = distrustStorage ? undefined : await storage.load(patienceMs);
    if (stored && stored !== refused) {
      current ??= stored;
      return current;
    }
    const token = await login(signal);
    distrustStorage = false;
    // From here on nobody who comes has to wait, whatever becomes of the storage.
    current ??= token;
    await storage.save(token, patienceMs);
    return token;
  }

  function start(own: SharedLogin, patienceMs: number): void {
    const attempt = new AbortController();
    own.attempts.push(attempt);
    own.startedAt = performance.now();
    obtain(attempt.signal, patienceMs).then(
      (token) => settle(own, token),
      (error) => {
        // While a later one is under way, it may still succeed.
        if (own.attempts.at(-1) === attempt) settle(own, undefined, error);
      },
    );
  }

  function settle(own: SharedLogin, ...outcome: Parameters<Waiter>): void {
    for (const waiter of [...own.waiters]) waiter(...outcome);
  }

  function end(own: SharedLogin): void {
    if (shared === own) shared = undefined;
    for (const attempt of own.attempts) attempt.abort();
  }

  return {
    async get(signal, timeoutMs) {
      if (current !== undefined) return current;
      const patienceMs = Math.min(PATIENCE_MAX_MS, timeoutMs * PATIENCE_SHARE);
      shared ??= { waiters: new Set(), attempts: [], startedAt: 0 };
      const own = shared;
      // A promise of this caller alone: one that another request made may never settle once that is gone.
      return new Promise((resolve, reject) => {
        let timer: Timer | undefined;
        const waiter: Waiter = (token, error) => {
          timer?.stop();
          signal.removeEventListener('abort', onAbort);
          own.waiters.delete(waiter);
          if (own.waiters.size === 0) end(own);
          if (token === undefined) reject(error);
          else resolve(token);
        };
        const onAbort = (): void => waiter(undefined, signal.reason);
        const waitOrStart = (): void => {
          const { length } = own.attempts;
          const leftMs = length === 0 ? 0 : own.startedAt + patienceMs * 2 ** (length - 1) - performance.now();
          if (leftMs <= 0) start(own, patienceMs);
          // Another may have lost his patience first: then it is his login that is waited for.
          else timer = startTimer(leftMs, () => (own.attempts.length === length ? start(own, patienceMs) : waitOrStart()));
        };
        own.waiters.add(waiter);
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
        else waitOrStart();
      });
    },
    invalidate(token) {
      refused = token;
      if (current === token) current = undefined;
      distrustStorage ||= token === stored;
      return token !== stored;
    },
  };
}

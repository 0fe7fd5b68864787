import { settledOrAborted } from '../time/settled-or-aborted.ts';
import type { TokenStorage } from './token-storage.ts';

/** Where the token of a user comes from. */
export interface TokenSource {
  /** The present token; logs in when there is none. The signal ends the wait. */
  get(signal: AbortSignal): Promise<string>;
  /**
   * Discards this token and no other: a late 401 for an earlier one changes nothing (CLI-11).
   *
   * @returns whether this client had obtained it itself; a stored one may be old
   */
  invalidate(token: string): boolean;
}

interface PendingLogin {
  readonly token: Promise<string>;
  readonly controller: AbortController;
  waiting: number;
}

/** Calls that need a new token at the same time share one login, which is aborted when none of them waits any more. */
export function createTokenSource(login: (signal: AbortSignal) => Promise<string>, storage: TokenStorage): TokenSource {
  let current: string | undefined;
  let refused: string | undefined;
  let stored: string | undefined;
  let distrustStorage = false;
  let pending: PendingLogin | undefined;

  async function obtain(signal: AbortSignal): Promise<string> {
    // Another process may have renewed it already.
    stored = distrustStorage ? undefined : await storage.load();
    if (stored && stored !== refused) return stored;
    const token = await login(signal);
    distrustStorage = false;
    await storage.save(token);
    return token;
  }

  function start(): PendingLogin {
    const controller = new AbortController();
    const token = obtain(controller.signal).then(
      (obtained) => {
        if (pending === started) {
          current = obtained;
          pending = undefined;
        }
        return obtained;
      },
      (error) => {
        if (pending === started) pending = undefined;
        throw error;
      },
    );
    const started: PendingLogin = { token, controller, waiting: 0 };
    return started;
  }

  return {
    async get(signal) {
      if (current !== undefined) return current;
      pending ??= start();
      const login = pending;
      login.waiting += 1;
      try {
        return await settledOrAborted(login.token, signal);
      } finally {
        login.waiting -= 1;
        if (login.waiting === 0 && pending === login) {
          pending = undefined;
          login.controller.abort();
        }
      }
    },
    invalidate(token) {
      refused = token;
      if (current === token) current = undefined;
      distrustStorage ||= token === stored;
      return token !== stored;
    },
  };
}

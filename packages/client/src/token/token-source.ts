import { settledOrAborted } from './settled-or-aborted.ts';

/** Where the token of a user comes from. */
export interface TokenSource {
  /** The present token; logs in when there is none. Waits no longer than the signal allows. */
  get(signal: AbortSignal): Promise<string>;
  /** Gives up this token, and no other: a late 401 for an earlier one changes nothing (CLI-11). */
  invalidate(token: string): void;
}

/** Keeps one token in memory; whoever needs a new one at the same time shares one login. */
export function createTokenSource(login: () => Promise<string>): TokenSource {
  let current: string | undefined;
  let pending: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    try {
      current = await login();
      return current;
    } finally {
      pending = undefined;
    }
  }

  return {
    async get(signal) {
      signal.throwIfAborted();
      if (current !== undefined) return current;
      pending ??= logIn();
      // The login goes on for the others when one of them gives up.
      return settledOrAborted(pending, signal);
    },
    invalidate(token) {
      if (current === token) current = undefined;
    },
  };
}

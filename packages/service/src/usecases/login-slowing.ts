import { secretHash } from '../security/secrets.ts';
import type { LoginStore } from '../store/login-store.ts';

/** Failures in a row that cost no wait: people mistype. */
export const FREE_FAILURES = 5;
/** The longest wait between two attempts, in seconds: an attacker must not lock a user out for long. */
export const WAIT_SECONDS_MAX = 60;
/** After how long without a failure they are forgotten, in milliseconds. */
export const FORGOTTEN_AFTER_MS: number = 60 * 60 * 1000;

/** Slows repeated failures for one user name, known or not: the wait doubles with each (AUTH-10). */
export interface LoginSlowing {
  /** How long to wait before the next attempt; 0 when it may be made now. */
  waitSeconds(userName: string): Promise<number>;
  failed(userName: string): Promise<void>;
  succeeded(userName: string): Promise<void>;
}

export function createLoginSlowing(store: LoginStore, now: () => number): LoginSlowing {
  return {
    async waitSeconds(userName) {
      const known = await store.failures(secretHash(userName), now());
      const waitMs = (known?.blockedUntil ?? 0) - now();
      return Math.max(0, Math.ceil(waitMs / 1000));
    },
    async failed(userName) {
      const nameHash = secretHash(userName);
      const failures = ((await store.failures(nameHash, now()))?.failures ?? 0) + 1;
      const blockedUntil = now() + waitAfter(failures) * 1000;
      await store.keepFailures(nameHash, { failures, blockedUntil, forgottenAt: now() + FORGOTTEN_AFTER_MS });
    },
    succeeded: (userName) => store.forgetFailures(secretHash(userName)),
  };
}

/** The wait after so many failures in a row, in seconds: 0 up to {@link FREE_FAILURES}, then 1, 2, 4 ... */
export function waitAfter(failures: number): number {
  return failures <= FREE_FAILURES ? 0 : Math.min(WAIT_SECONDS_MAX, 2 ** (failures - FREE_FAILURES - 1));
}

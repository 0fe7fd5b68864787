import { FREE_LOGIN_FAILURES, LOGIN_FAILURES_KEPT_MS, LOGIN_WAIT_MAX_MS } from '../generated/limits.ts';
import { secretHash } from '../security/secrets.ts';
import type { LoginStore } from '../store/login-store.ts';

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
      // Nobody is made to wait for so long: the clock was put back since.
      if (waitMs > LOGIN_WAIT_MAX_MS) return 0;
      return Math.max(0, Math.ceil(waitMs / 1000));
    },
    async failed(userName) {
      const nameHash = secretHash(userName);
      const failures = ((await store.failures(nameHash, now()))?.failures ?? 0) + 1;
      const blockedUntil = now() + waitAfterMs(failures);
      await store.keepFailures(nameHash, { failures, blockedUntil, forgottenAt: now() + LOGIN_FAILURES_KEPT_MS });
    },
    succeeded: (userName) => store.forgetFailures(secretHash(userName)),
  };
}

/** The wait after so many failures in a row, in milliseconds: 0 up to {@link FREE_LOGIN_FAILURES}, then 1, 2, 4 seconds ... */
export function waitAfterMs(failures: number): number {
  return failures <= FREE_LOGIN_FAILURES ? 0 : Math.min(LOGIN_WAIT_MAX_MS, 1_000 * 2 ** (failures - FREE_LOGIN_FAILURES - 1));
}

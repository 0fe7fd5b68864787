import { FREE_LOGIN_FAILURES, LOGIN_FAILURES_KEPT_MS, LOGIN_PLACE_KEPT_MS, LOGIN_WAIT_MAX_MS } from '../generated/limits.ts';
import { networkOf } from '../model/network.ts';
import { secretHash } from '../security/secrets.ts';
import type { LoginStore } from '../store/login-store.ts';

/** Who tries to log in, and from where. */
export interface LoginSource {
  readonly userName: string;
  readonly apiKey: string;
  readonly address: string;
}

/**
 * Slows repeated failures for one user name, known or not: the wait doubles with each (AUTH-10). Failures are counted for a name and an API
 * key together, so that those with one key keep nobody with another key waiting. Where the name was right lately, with that key and from that
 * address, they are counted apart: strangers who have the same key do not keep that place waiting either.
 */
export interface LoginSlowing {
  /** The failures that an attempt is judged by. */
  counterOf(source: LoginSource): Promise<LoginCounter>;
}

/** Failed logins in a row, counted together. */
export interface LoginCounter {
  readonly id: string;
  /** Whether the name was right lately, from that place. */
  readonly isKnown: boolean;
  /** How long to wait before the next attempt; 0 when it may be made now. */
  waitSeconds(): Promise<number>;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

export function createLoginSlowing(store: LoginStore, now: () => number): LoginSlowing {
  return {
    async counterOf({ userName, apiKey, address }) {
      const placeId = secretHash(JSON.stringify([userName, secretHash(apiKey), networkOf(address)]));
      const isKnown = (await store.failures(placeId, now())) !== undefined;
      const id = isKnown ? placeId : secretHash(JSON.stringify([userName, secretHash(apiKey)]));
      return {
        id,
        isKnown,
        async waitSeconds() {
          const counted = await store.failures(id, now());
          const waitMs = (counted?.blockedUntil ?? 0) - now();
          // Nobody is made to wait for so long: the clock was put back since.
          if (waitMs > LOGIN_WAIT_MAX_MS) return 0;
          return Math.max(0, Math.ceil(waitMs / 1000));
        },
        async failed() {
          const counted = await store.failures(id, now());
          const failures = (counted?.failures ?? 0) + 1;
          const blockedUntil = now() + waitAfterMs(failures);
          const forgottenAt = Math.max(counted?.forgottenAt ?? 0, now() + LOGIN_FAILURES_KEPT_MS);
          await store.keepFailures(id, { failures, blockedUntil, forgottenAt });
        },
        async succeeded() {
          if (!isKnown) await store.forgetFailures(id);
          await store.keepFailures(placeId, { failures: 0, blockedUntil: 0, forgottenAt: now() + LOGIN_PLACE_KEPT_MS });
        },
      };
    },
  };
}

/** The wait after so many failures in a row, in milliseconds: 0 up to {@link FREE_LOGIN_FAILURES}, then 1, 2, 4 seconds ... */
export function waitAfterMs(failures: number): number {
  return failures <= FREE_LOGIN_FAILURES ? 0 : Math.min(LOGIN_WAIT_MAX_MS, 1_000 * 2 ** (failures - FREE_LOGIN_FAILURES - 1));
}

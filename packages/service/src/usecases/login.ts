import type { Login, LoginOutcome } from '@business-cloud/server';
import { TOKEN_LIFETIME_MS } from '../generated/limits.ts';
import { userNameOf } from '../model/user-name.ts';
import type { Passwords } from '../security/password.ts';
import { newSecret, secretHash } from '../security/secrets.ts';
import type { LoginAccount, LoginStore } from '../store/login-store.ts';
import { createLoginAdmission } from './login-admission.ts';
import { createLoginSlowing, type LoginCounter } from './login-slowing.ts';
import { createTurns } from './turns.ts';

/** The wait of who comes while there are too many logins, in seconds. */
const BUSY_RETRY_SECONDS = 1;

export interface LoginOptions {
  /** How long a token lasts, in milliseconds (D-11). */
  readonly tokenLifetimeMs?: number | undefined;
  /** How many logins wait or run at once. */
  readonly loginsMax?: number | undefined;
}

interface Attempt {
  readonly userName: string;
  readonly givenName: string;
  readonly password: string;
}

/** Checks passwords and issues tokens (AUTH-01, AUTH-02, AUTH-10). */
export function createLogin(
  store: LoginStore,
  now: () => number,
  passwords: Passwords,
  { tokenLifetimeMs = TOKEN_LIFETIME_MS, loginsMax }: LoginOptions = {},
): Login {
  const slowing = createLoginSlowing(store, now);
  const turns = createTurns();
  const admission = createLoginAdmission(loginsMax);

  async function find(userName: string, givenName: string): Promise<LoginAccount | undefined> {
    // No account has one in its name, and PostgreSQL takes none in a text.
    if (userName.includes('\0')) return undefined;
    // An account may have been added before names were kept in one form.
    return (await store.account(userName)) ?? (givenName === userName ? undefined : store.account(givenName));
  }

  async function issueToken({ id }: LoginAccount): Promise<string> {
    const token = newSecret('bct');
    await store.addToken({ hash: secretHash(token), accountId: id, expiresAt: now() + tokenLifetimeMs });
    return token;
  }

  async function attempt(counter: LoginCounter, source: string, { userName, givenName, password }: Attempt): Promise<LoginOutcome> {
    const waitSeconds = await counter.waitSeconds();
    if (waitSeconds > 0) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
    const account = await find(userName, givenName);
    const matches = await passwords.matches(account?.passwordHash, password, source);
    if (account === undefined || !matches) {
      await counter.failed();
      return { kind: 'refused' };
    }
    await counter.succeeded();
    return { kind: 'granted', token: await issueToken(account) };
  }

  // One attempt of a counter after another: guesses that come at once are counted like guesses that do not.
  return {
    async login(givenName, password, apiKey, address) {
      const userName = userNameOf(givenName);
      const counter = await slowing.counterOf({ userName, apiKey, address });
      // Who tries many names shares what his key has.
      const source = counter.isKnown ? counter.id : secretHash(apiKey);
      const outcome = await admission.run(source, () =>
        turns.run(counter.id, () => attempt(counter, source, { userName, givenName, password })),
      );
      return outcome ?? { kind: 'busy', retryAfterSeconds: BUSY_RETRY_SECONDS };
    },
  };
}

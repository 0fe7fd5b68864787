import type { Login, LoginOutcome } from '@business-cloud/server';
import { TOKEN_LIFETIME_MS } from '../generated/limits.ts';
import { userNameOf } from '../model/user-name.ts';
import type { Passwords } from '../security/password.ts';
import { newSecret, secretHash } from '../security/secrets.ts';
import type { LoginAccount, LoginStore } from '../store/login-store.ts';
import { createLoginAdmission } from './login-admission.ts';
import { createLoginSlowing } from './login-slowing.ts';
import { createTurns } from './turns.ts';

/** The wait of who comes while there are too many logins, in seconds. */
const BUSY_RETRY_SECONDS = 1;

export interface LoginOptions {
  /** How long a token lasts, in milliseconds (D-11). */
  readonly tokenLifetimeMs?: number | undefined;
  /** How many logins wait or run at once. */
  readonly loginsMax?: number | undefined;
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

  async function attempt(userName: string, givenName: string, password: string): Promise<LoginOutcome> {
    const waitSeconds = await slowing.waitSeconds(userName);
    if (waitSeconds > 0) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
    const account = await find(userName, givenName);
    const matches = await passwords.matches(account?.passwordHash, password);
    if (account === undefined || !matches) {
      await slowing.failed(userName);
      return { kind: 'refused' };
    }
    await slowing.succeeded(userName);
    return { kind: 'granted', token: await issueToken(account) };
  }

  // One attempt of a user name after another: guesses that come at once are counted like guesses that do not.
  return {
    async login(givenName, password, apiKey) {
      const userName = userNameOf(givenName);
      const sources = [`name ${userName}`, `key ${secretHash(apiKey)}`];
      const outcome = await admission.run(sources, () => turns.run(userName, () => attempt(userName, givenName, password)));
      return outcome ?? { kind: 'busy', retryAfterSeconds: BUSY_RETRY_SECONDS };
    },
  };
}

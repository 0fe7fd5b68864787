import { randomBytes, timingSafeEqual } from 'node:crypto';
import { FREE_LOGIN_FAILURES, LOGIN_WAIT_MAX_MS, TOKEN_LIFETIME_MS } from '../generated/limits.ts';
import type { ApiKeys, Clock, Licenses, Login, LoginOutcome, TokenVerifier, User } from '../ports.ts';

/** Somebody who can log in. */
export interface MemoryUser {
  /** The name of the login, which is the identifier of the user too. */
  readonly userName: string;
  /** The password in plain text: these accounts are for tests and first steps. */
  readonly password: string;
  /** The companies that the user may use. */
  readonly companyIds: readonly number[];
}

/** A company of one or more users. */
export interface MemoryCompany {
  /** Its identifier, as it stands in paths. */
  readonly id: number;
  /** The key that opens it. */
  readonly licenseKey: string;
}

/** Who may use an in-memory server. */
export interface MemoryAccounts {
  /** Who can log in. */
  readonly users: readonly MemoryUser[];
  /** The companies of all users. */
  readonly companies: readonly MemoryCompany[];
  /** The API keys that are valid. */
  readonly apiKeys: readonly string[];
}

/** In-memory login, tokens, API keys and licenses over a fixed list of accounts. */
export function memoryAccounts(
  accounts: MemoryAccounts,
  clock: Clock,
): { login: Login; tokens: TokenVerifier; apiKeys: ApiKeys; licenses: Licenses } {
  const tokens = new Map<string, { readonly user: User; readonly expiresAt: number }>();
  return {
    login: memoryLogin(accounts, clock, (user) => {
      const token = randomBytes(32).toString('base64url');
      tokens.set(token, { user, expiresAt: clock.now() + TOKEN_LIFETIME_MS });
      return token;
    }),
    tokens: {
      async verify(token) {
        const known = tokens.get(token);
        return known !== undefined && clock.now() < known.expiresAt ? known.user : undefined;
      },
    },
    apiKeys: { verify: async (apiKey) => accounts.apiKeys.some((known) => equal(known, apiKey)) },
    licenses: memoryLicenses(accounts),
  };
}

function memoryLogin(accounts: MemoryAccounts, clock: Clock, issue: (user: User) => string): Login {
  const failures = new Map<string, { readonly count: number; readonly blockedUntil: number }>();
  return {
    async login(userName, password, apiKey): Promise<LoginOutcome> {
      // With another key nobody waits for these failures, so that no stranger locks a name out.
      const counter = JSON.stringify([userName, apiKey]);
      const { count, blockedUntil } = failures.get(counter) ?? { count: 0, blockedUntil: 0 };
      const waitMs = blockedUntil - clock.now();
      if (waitMs > 0) return { kind: 'slowed', retryAfterSeconds: Math.ceil(waitMs / 1000) };
      const account = accounts.users.find((user) => user.userName === userName);
      if (account !== undefined && equal(account.password, password)) {
        failures.delete(counter);
        return { kind: 'granted', token: issue({ id: account.userName, companyIds: account.companyIds }) };
      }
      const nextWaitMs = count < FREE_LOGIN_FAILURES ? 0 : Math.min(LOGIN_WAIT_MAX_MS, 1_000 * 2 ** (count - FREE_LOGIN_FAILURES));
      failures.set(counter, { count: count + 1, blockedUntil: clock.now() + nextWaitMs });
      return { kind: 'refused' };
    },
  };
}

function memoryLicenses(accounts: MemoryAccounts): Licenses {
  const companiesOf = ({ id }: User) => accounts.users.find((user) => user.userName === id)?.companyIds ?? [];
  const hasKey = (companyId: number, licenseKey: string) =>
    accounts.companies.some((company) => company.id === companyId && equal(company.licenseKey, licenseKey));
  return {
    covers: async (user, companyId, licenseKey) => companiesOf(user).includes(companyId) && hasKey(companyId, licenseKey),
    coversAny: async (user, licenseKey) => companiesOf(user).some((companyId) => hasKey(companyId, licenseKey)),
  };
}

function equal(known: string, given: string): boolean {
  const [left, right] = [Buffer.from(known), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import type { AccountId } from '../model/ids.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

/** A user who may log in. */
export interface LoginAccount {
  readonly id: AccountId;
  readonly passwordHash: string;
}

/** Failed logins in a row of one user name. */
export interface LoginFailures {
  readonly failures: number;
  readonly blockedUntil: number;
  readonly forgottenAt: number;
}

/** What a login reads and writes. User names are looked up and kept by their hashes where they failed: they may be of nobody. */
export interface LoginStore {
  account(name: string): Promise<LoginAccount | undefined>;
  addToken(token: { readonly hash: string; readonly accountId: AccountId; readonly expiresAt: number }): Promise<void>;
  /** Undefined when there are none, or they are forgotten by now. */
  failures(nameHash: string, now: number): Promise<Pick<LoginFailures, 'failures' | 'blockedUntil'> | undefined>;
  keepFailures(nameHash: string, failures: LoginFailures): Promise<void>;
  forgetFailures(nameHash: string): Promise<void>;
}

const accountOf = statement((db, $: { readonly name: string }) =>
  db.selectFrom('account').select(['id', 'password_hash as passwordHash']).where('name', '=', $.name),
);

const insertToken = statement((db, $: { readonly hash: string; readonly accountId: AccountId; readonly expiresAt: number }) =>
  db.insertInto('token').values({ hash: $.hash, account_id: $.accountId, expires_at: $.expiresAt }),
);

const failuresOf = statement((db, $: { readonly nameHash: string; readonly now: number }) =>
  db
    .selectFrom('login_failure')
    .select(['failures', 'blocked_until as blockedUntil'])
    .where('name_hash', '=', $.nameHash)
    .where('forgotten_at', '>', $.now),
);

const upsertFailures = statement((db, $: LoginFailures & { readonly nameHash: string }) => {
  const row = { failures: $.failures, blocked_until: $.blockedUntil, forgotten_at: $.forgottenAt };
  return db
    .insertInto('login_failure')
    .values({ name_hash: $.nameHash, ...row })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(row));
});

const removeFailures = statement((db, $: { readonly nameHash: string }) =>
  db.deleteFrom('login_failure').where('name_hash', '=', $.nameHash),
);

export function loginStore(connection: Connection): LoginStore {
  return {
    account: (name) => accountOf.first(connection, { name }),
    async addToken(token) {
      await insertToken.all(connection, token);
    },
    failures: (nameHash, now) => failuresOf.first(connection, { nameHash, now }),
    async keepFailures(nameHash, failures) {
      await upsertFailures.all(connection, { nameHash, ...failures });
    },
    async forgetFailures(nameHash) {
      await removeFailures.all(connection, { nameHash });
    },
  };
}

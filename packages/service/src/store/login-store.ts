import type { AccountId } from '../model/ids.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

/** A user who may log in. */
export interface LoginAccount {
  readonly id: AccountId;
  readonly passwordHash: string;
}

/** Failed logins in a row that are counted together. None: the place that they are counted for is one where the name was right. */
export interface LoginFailures {
  readonly failures: number;
  readonly blockedUntil: number;
  readonly forgottenAt: number;
}

/** What a login reads and writes. What failed is kept by a hash: the user name in it may be of nobody. */
export interface LoginStore {
  account(name: string): Promise<LoginAccount | undefined>;
  addToken(token: { readonly hash: string; readonly accountId: AccountId; readonly expiresAt: number }): Promise<void>;
  /** Undefined when nothing is kept, or it is forgotten by now. */
  failures(counter: string, now: number): Promise<LoginFailures | undefined>;
  keepFailures(counter: string, failures: LoginFailures): Promise<void>;
  forgetFailures(counter: string): Promise<void>;
}

const accountOf = statement((db, $: { readonly name: string }) =>
  db.selectFrom('account').select(['id', 'password_hash as passwordHash']).where('name', '=', $.name),
);

const insertToken = statement((db, $: { readonly hash: string; readonly accountId: AccountId; readonly expiresAt: number }) =>
  db.insertInto('token').values({ hash: $.hash, account_id: $.accountId, expires_at: $.expiresAt }),
);

const failuresOf = statement((db, $: { readonly counter: string; readonly now: number }) =>
  db
    .selectFrom('login_failure')
    .select(['failures', 'blocked_until as blockedUntil', 'forgotten_at as forgottenAt'])
    .where('name_hash', '=', $.counter)
    .where('forgotten_at', '>', $.now),
);

const upsertFailures = statement((db, $: LoginFailures & { readonly counter: string }) => {
  const row = { failures: $.failures, blocked_until: $.blockedUntil, forgotten_at: $.forgottenAt };
  return db
    .insertInto('login_failure')
    .values({ name_hash: $.counter, ...row })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(row));
});

const removeFailures = statement((db, $: { readonly counter: string }) =>
  db.deleteFrom('login_failure').where('name_hash', '=', $.counter),
);

export function loginStore(connection: Connection): LoginStore {
  return {
    account: (name) => accountOf.first(connection, { name }),
    async addToken(token) {
      await insertToken.all(connection, token);
    },
    failures: (counter, now) => failuresOf.first(connection, { counter, now }),
    async keepFailures(counter, failures) {
      await upsertFailures.all(connection, { counter, ...failures });
    },
    async forgetFailures(counter) {
      await removeFailures.all(connection, { counter });
    },
  };
}

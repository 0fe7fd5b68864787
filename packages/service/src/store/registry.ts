import type { AccountId, CompanyId } from '../model/ids.ts';
import type { Azienda } from '../model/objects.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

/** Writes what is set up before anybody uses the service; what is there already gets the new values. */
export interface Registry {
  putCompany(company: { readonly id: CompanyId; readonly licenseHash: string; readonly azienda: Omit<Azienda, 'id'> }): Promise<void>;
  /** Ends the tokens that an older password gave, and adds the companies to those that the user has. */
  putAccount(account: { readonly id: AccountId; readonly passwordHash: string; readonly companyIds: readonly CompanyId[] }): Promise<void>;
  addApiKey(apiKey: { readonly hash: string; readonly label: string }): Promise<void>;
}

const upsertCompany = statement((db, $: { readonly id: CompanyId; readonly licenseHash: string; readonly document: string }) => {
  const row = { license_hash: $.licenseHash, document: $.document };
  return db
    .insertInto('company')
    .values({ id: $.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row));
});

const upsertAccount = statement((db, $: { readonly id: AccountId; readonly name: string; readonly passwordHash: string }) => {
  const row = { name: $.name, password_hash: $.passwordHash };
  return db
    .insertInto('account')
    .values({ id: $.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row));
});

const removeTokens = statement((db, $: { readonly accountId: AccountId }) => db.deleteFrom('token').where('account_id', '=', $.accountId));

const insertGrant = statement((db, $: { readonly accountId: AccountId; readonly companyId: CompanyId }) =>
  db
    .insertInto('account_company')
    .values({ account_id: $.accountId, company_id: $.companyId })
    .onConflict((conflict) => conflict.doNothing()),
);

const insertApiKey = statement((db, $: { readonly hash: string; readonly label: string }) =>
  db.insertInto('api_key').values({ hash: $.hash, label: $.label }),
);

export function createRegistry(connection: Connection): Registry {
  return {
    async putCompany({ id, licenseHash, azienda }) {
      await upsertCompany.all(connection, { id, licenseHash, document: JSON.stringify(azienda) });
    },
    async putAccount({ id, passwordHash, companyIds }) {
      // A user is known by name: that is the identifier too.
      await upsertAccount.all(connection, { id, name: id, passwordHash });
      await removeTokens.all(connection, { accountId: id });
      for (const companyId of companyIds) await insertGrant.all(connection, { accountId: id, companyId });
    },
    async addApiKey(apiKey) {
      await insertApiKey.all(connection, apiKey);
    },
  };
}

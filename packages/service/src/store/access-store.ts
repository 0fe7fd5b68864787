import type { AccountId, CompanyId } from '../model/ids.ts';
import type { Azienda } from '../model/objects.ts';
import { type Page, type Paged, paged } from '../model/page.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

/** What a request may do: tokens, keys, and which companies a user may use. Secrets are looked up by their hashes. */
export interface AccessStore {
  token(hash: string): Promise<{ readonly accountId: AccountId; readonly expiresAt: number } | undefined>;
  hasApiKey(hash: string): Promise<boolean>;
  /** The hashes of the license keys of all companies that the user may use, or of one of them. */
  licenseHashes(accountId: AccountId, companyId: CompanyId | undefined): Promise<readonly string[]>;
  mayUse(accountId: AccountId, companyId: CompanyId): Promise<boolean>;
  /** The companies that the user may use, by ascending id (COMP-01). */
  aziende(accountId: AccountId, page: Page<CompanyId>): Promise<Paged<Azienda>>;
  /** Undefined when there is none. */
  azienda(companyId: CompanyId): Promise<Azienda | undefined>;
}

interface Grant {
  readonly accountId: AccountId;
  readonly companyId: CompanyId;
}

const tokenOf = statement((db, $: { readonly hash: string }) =>
  db.selectFrom('token').select(['account_id as accountId', 'expires_at as expiresAt']).where('hash', '=', $.hash),
);

const apiKeyOf = statement((db, $: { readonly hash: string }) => db.selectFrom('api_key').select('hash').where('hash', '=', $.hash));

const licensesOfAccount = statement((db, $: Pick<Grant, 'accountId'>) =>
  db
    .selectFrom('company')
    .innerJoin('account_company', 'account_company.company_id', 'company.id')
    .select('company.license_hash')
    .where('account_company.account_id', '=', $.accountId),
);

const licenseOfCompany = statement((db, $: Grant) =>
  db
    .selectFrom('company')
    .innerJoin('account_company', 'account_company.company_id', 'company.id')
    .select('company.license_hash')
    .where('account_company.account_id', '=', $.accountId)
    .where('company.id', '=', $.companyId),
);

const grantOf = statement((db, $: Grant) =>
  db.selectFrom('account_company').select('company_id').where('account_id', '=', $.accountId).where('company_id', '=', $.companyId),
);

const companiesAfter = statement(
  (db, $: { readonly accountId: AccountId; readonly after: CompanyId; readonly limit: number }, { pageOf }) =>
    db
      .selectFrom('company')
      .innerJoin('account_company', 'account_company.company_id', 'company.id')
      .select(['company.id', 'company.document'])
      .modifyEnd(
        pageOf({
          owner: { 'account_company.account_id': $.accountId },
          key: 'account_company.company_id',
          order: 'asc',
          beyond: $.after,
          limit: $.limit,
        }),
      ),
);

const companyAt = statement((db, $: { readonly companyId: CompanyId }) =>
  db.selectFrom('company').select(['id', 'document']).where('id', '=', $.companyId),
);

export function accessStore(connection: Connection): AccessStore {
  return {
    token: (hash) => tokenOf.first(connection, { hash }),
    hasApiKey: async (hash) => (await apiKeyOf.first(connection, { hash })) !== undefined,
    async licenseHashes(accountId, companyId) {
      const licenses =
        companyId === undefined
          ? licensesOfAccount.all(connection, { accountId })
          : licenseOfCompany.all(connection, { accountId, companyId });
      return (await licenses).map(({ license_hash }) => license_hash);
    },
    mayUse: async (accountId, companyId) => (await grantOf.first(connection, { accountId, companyId })) !== undefined,
    async aziende(accountId, { after, limit }) {
      const rows = await companiesAfter.all(connection, { accountId, after, limit: limit + 1 });
      return paged(rows.map(parseAzienda), limit);
    },
    async azienda(companyId) {
      const row = await companyAt.first(connection, { companyId });
      return row && parseAzienda(row);
    },
  };
}

/** A company as the API answers it, from its row. */
export function parseAzienda({ id, document }: { readonly id: CompanyId; readonly document: string }): Azienda {
  // Only what was validated is ever written, so that what is read has the form of a company.
  return { id, ...(JSON.parse(document) as Omit<Azienda, 'id'>) };
}

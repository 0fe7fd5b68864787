import type { AccountId, CompanyId, WebhookId } from '../model/ids.ts';
import type { Azienda } from '../model/objects.ts';
import { parseAzienda } from './access-store.ts';
import { removeAccount, removeCompany } from './removal.ts';
import type { Database } from './sql/database.ts';
import { UNSETTLED } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

/** How many characters of a key's hash identify it: enough to tell keys apart, of no use to guess one. */
const KEY_ID_LENGTH = 12;

export interface ListedAccount {
  readonly name: AccountId;
  readonly companyIds: readonly CompanyId[];
}

export interface ListedKey {
  /** The beginning of its hash: the key itself cannot be read back. */
  readonly id: string;
  readonly label: string;
}

export interface ListedWebhook {
  readonly id: WebhookId;
  readonly user: AccountId;
  /** Null: all companies of the user. */
  readonly aziendaId: CompanyId | null;
  readonly url: string;
  readonly events: readonly string[];
  /** How many deliveries wait for it. */
  readonly pending: number;
}

/** What is set up, for the operator of the service; each removal returns whether there was something to remove. */
export interface Directory {
  companies(): Promise<Azienda[]>;
  accounts(): Promise<ListedAccount[]>;
  apiKeys(): Promise<ListedKey[]>;
  webhooks(): Promise<ListedWebhook[]>;
  /** With everything that is in it. */
  removeCompany(id: CompanyId): Promise<boolean>;
  /** With its tokens and webhooks. */
  removeAccount(id: AccountId): Promise<boolean>;
  removeApiKey(id: string): Promise<boolean>;
}

const companies = statement((db) => db.selectFrom('company').select(['id', 'document']).orderBy('id'));
const accounts = statement((db) => db.selectFrom('account').select('id').orderBy('name'));
const grants = statement((db) => db.selectFrom('account_company').selectAll().orderBy('company_id'));
const apiKeys = statement((db) => db.selectFrom('api_key').selectAll().orderBy('label'));
const removeApiKey = statement((db, $: { readonly hash: string }) => db.deleteFrom('api_key').where('hash', '=', $.hash));

const webhooks = statement((db) =>
  db
    .selectFrom('webhook')
    .select(['webhook.id', 'account_id', 'azienda_id', 'url', 'events'])
    .select((select) =>
      select
        .selectFrom('delivery')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('delivery.webhook_id', '=', 'webhook.id')
        .where('delivery.state', 'in', UNSETTLED)
        .as('pending'),
    )
    .orderBy('webhook.id'),
);

export function createDirectory({ connection, units }: Pick<Database, 'connection' | 'units'>): Directory {
  return {
    companies: async () => (await companies.all(connection, {})).map(parseAzienda),
    async accounts() {
      const granted = await grants.all(connection, {});
      const companiesOf = (id: AccountId) => granted.filter(({ account_id }) => account_id === id).map(({ company_id }) => company_id);
      return (await accounts.all(connection, {})).map(({ id }) => ({ name: id, companyIds: companiesOf(id) }));
    },
    async apiKeys() {
      return (await apiKeys.all(connection, {})).map(({ hash, label }) => ({ id: keyIdOf(hash), label }));
    },
    async webhooks() {
      return (await webhooks.all(connection, {})).map(({ id, account_id, azienda_id, url, events, pending }) => {
        return { id, user: account_id, aziendaId: azienda_id, url, events: JSON.parse(events) as string[], pending: Number(pending ?? 0) };
      });
    },
    removeCompany: (id) => units.run((unit) => removeCompany(unit.connection, id)),
    removeAccount: (id) => units.run((unit) => removeAccount(unit.connection, id)),
    async removeApiKey(id) {
      const known = (await apiKeys.all(connection, {})).find(({ hash }) => keyIdOf(hash) === id);
      return known !== undefined && (await removeApiKey.count(connection, known)) === 1;
    },
  };
}

function keyIdOf(hash: string): string {
  return hash.slice(0, KEY_ID_LENGTH);
}

import type { AccountId, CompanyId, WebhookId } from '../model/ids.ts';
import type { Connection } from './sql/connection.ts';
import { UNSETTLED } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

interface OfCompany {
  readonly companyId: CompanyId;
}

const companyRow = statement((db, $: OfCompany) => db.deleteFrom('company').where('id', '=', $.companyId));

// In this order: each finds its rows through those that go after it.
const contentsOfCompany = [
  statement((db, $: OfCompany) =>
    db
      .deleteFrom('object_reference')
      .where('from_id', 'in', (from) => from.selectFrom('object').select('id').where('company_id', '=', $.companyId)),
  ),
  statement((db, $: OfCompany) =>
    db
      .deleteFrom('attempt')
      .where('delivery_id', 'in', (from) =>
        from
          .selectFrom('delivery')
          .innerJoin('event', 'event.sequence', 'delivery.event_sequence')
          .select('delivery.id')
          .where('event.company_id', '=', $.companyId),
      ),
  ),
  statement((db, $: OfCompany) =>
    db
      .deleteFrom('delivery')
      .where('event_sequence', 'in', (from) => from.selectFrom('event').select('sequence').where('company_id', '=', $.companyId)),
  ),
  ...(['object', 'invoice', 'issued_parties', 'issued_numero', 'event', 'account_company'] as const).map((name) =>
    statement((db, $: OfCompany) => db.deleteFrom(name).where('company_id', '=', $.companyId)),
  ),
];

const webhooksOfCompany = statement((db, $: OfCompany) => db.selectFrom('webhook').select('id').where('azienda_id', '=', $.companyId));

/** Removes a company with everything that is in it; false when there is none. */
export async function removeCompany(connection: Connection, companyId: CompanyId): Promise<boolean> {
  if ((await companyRow.count(connection, { companyId })) === 0) return false;
  for (const content of contentsOfCompany) await content.all(connection, { companyId });
  await removeWebhooks(connection, await webhooksOfCompany.all(connection, { companyId }));
  return true;
}

interface OfAccount {
  readonly accountId: AccountId;
}

const accountRow = statement((db, $: OfAccount) => db.deleteFrom('account').where('id', '=', $.accountId));

const contentsOfAccount = (['account_company', 'token', 'idempotency'] as const).map((name) =>
  statement((db, $: OfAccount) => db.deleteFrom(name).where('account_id', '=', $.accountId)),
);

const webhooksOfAccount = statement((db, $: OfAccount) => db.selectFrom('webhook').select('id').where('account_id', '=', $.accountId));

/** Removes a user with the tokens and webhooks; false when there is none. */
export async function removeAccount(connection: Connection, accountId: AccountId): Promise<boolean> {
  if ((await accountRow.count(connection, { accountId })) === 0) return false;
  await removeWebhooks(connection, await webhooksOfAccount.all(connection, { accountId }));
  for (const content of contentsOfAccount) await content.all(connection, { accountId });
  return true;
}

interface Webhooks {
  readonly ids: readonly WebhookId[];
}

const webhookRows = [
  statement((db, $: Webhooks, { list }) => db.deleteFrom('webhook').where('id', 'in', list($.ids, 'bigint'))),
  statement((db, $: Webhooks, { list }) => db.deleteFrom('webhook_event').where('webhook_id', 'in', list($.ids, 'bigint'))),
  // Nothing is delivered to them any more.
  statement((db, $: Webhooks, { list }) =>
    db
      .updateTable('delivery')
      .set({ state: 'failed', claim_id: null })
      .where('webhook_id', 'in', list($.ids, 'bigint'))
      .where('state', 'in', UNSETTLED),
  ),
];

async function removeWebhooks(connection: Connection, webhooks: readonly { readonly id: WebhookId }[]): Promise<void> {
  for (const rows of webhookRows) await rows.all(connection, { ids: webhooks.map(({ id }) => id) });
}

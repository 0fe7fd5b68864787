import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './dialect.ts';

/** The first schema. */
export function initialMigration({ serial }: Dialect): Migration {
  return {
    async up(db) {
      await createAccounts(db);
      await createResources(db, serial);
      await createWebhooks(db, serial);
      await createEvents(db, serial);
      await createIdempotency(db);
    },
  };
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('company')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('license_hash', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('account_company')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_company_key', ['account_id', 'company_id'])
    .execute();
  await db.schema
    .createTable('api_key')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('label', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('token')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('login_failure')
    .addColumn('name_hash', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createResources(db: Kysely<unknown>, serial: Dialect['serial']): Promise<void> {
  await db.schema
    .createTable('object')
    .addColumn('id', ...serial)
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('concurrency_token', 'bigint', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('object_reference')
    .addColumn('from_id', 'bigint', (column) => column.notNull())
    .addColumn('to_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('object_reference_key', ['to_id', 'from_id'])
    .execute();
  await db.schema.createIndex('object_reference_from').on('object_reference').column('from_id').execute();
  await db.schema
    .createTable('issued_numero')
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('numero', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issued_numero_key', ['company_id', 'year', 'numero'])
    .execute();
  await db.schema
    .createTable('invoice')
    .addColumn('id', ...serial)
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addColumn('documento_id', 'bigint', (column) => column.notNull())
    .addColumn('progressive', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('xml', 'text', (column) => column.notNull())
    .addUniqueConstraint('invoice_progressive', ['company_id', 'progressive'])
    .execute();
  await db.schema.createIndex('invoice_documento').on('invoice').columns(['company_id', 'documento_id', 'id']).execute();
  await db.schema.createIndex('object_place').on('object').columns(['company_id', 'kind', 'id']).unique().execute();
}

async function createWebhooks(db: Kysely<unknown>, serial: Dialect['serial']): Promise<void> {
  await db.schema
    .createTable('webhook')
    .addColumn('id', ...serial)
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('azienda_id', 'bigint')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('concurrency_token', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhook_account').on('webhook').columns(['account_id', 'id']).execute();
  await db.schema
    .createTable('webhook_event')
    .addColumn('webhook_id', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_event_key', ['type', 'webhook_id'])
    .execute();
}

async function createEvents(db: Kysely<unknown>, serial: Dialect['serial']): Promise<void> {
  await db.schema
    .createTable('event')
    .addColumn('sequence', ...serial)
    .addColumn('guid', 'text', (column) => column.notNull().unique())
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('delivery')
    .addColumn('id', ...serial)
    .addColumn('event_sequence', 'bigint', (column) => column.notNull())
    .addColumn('webhook_id', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempt_count', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('claim_id', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('delivery_due').on('delivery').columns(['state', 'webhook_id', 'due_at', 'id']).execute();
  await db.schema.createIndex('delivery_event').on('delivery').columns(['event_sequence', 'webhook_id']).unique().execute();
  await db.schema
    .createTable('attempt')
    .addColumn('id', ...serial)
    .addColumn('delivery_id', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .execute();
  await db.schema.createIndex('attempt_delivery').on('attempt').columns(['delivery_id', 'id']).execute();
}

async function createIdempotency(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer_sealed', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['account_id', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_expiry').on('idempotency').column('expires_at').execute();
}

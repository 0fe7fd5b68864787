import type { Migration } from 'kysely/migration';

/** Indexes for what is removed in small batches, and for the events of one company. */
export const indexMigration: Migration = {
  async up(db) {
    await db.schema.createIndex('token_expiry').on('token').column('expires_at').execute();
    await db.schema.createIndex('login_failure_expiry').on('login_failure').column('forgotten_at').execute();
    await db.schema.createIndex('event_company').on('event').columns(['company_id', 'sequence']).unique().execute();
  },
};

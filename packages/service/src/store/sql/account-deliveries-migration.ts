import type { Migration } from 'kysely/migration';

/** The deliveries of an event are found by user, so that a page of one user's reads none of the others'. */
export const accountDeliveriesMigration: Migration = {
  async up(db) {
    await db.schema
      .createIndex('delivery_account')
      .on('delivery')
      .columns(['event_sequence', 'account_id', 'webhook_id'])
      .unique()
      .execute();
    await db.schema.dropIndex('delivery_event').execute();
  },
};

import type { Migration } from 'kysely/migration';

/** A place for members of a webhook that the contract declares and the service only keeps. */
export const webhookMembersMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('webhook')
      .addColumn('members', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};

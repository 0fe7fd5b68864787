import type { Migration } from 'kysely/migration';

/** The parties of a document as they were at its issue: what is changed of them later changes no invoice. */
export const issuedPartiesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('issued_parties')
      .addColumn('documento_id', 'bigint', (column) => column.primaryKey())
      .addColumn('company_id', 'bigint', (column) => column.notNull())
      .addColumn('azienda', 'text', (column) => column.notNull())
      .addColumn('anagrafica', 'text', (column) => column.notNull())
      .execute();
  },
};

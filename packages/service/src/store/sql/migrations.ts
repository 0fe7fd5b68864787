import { Migrator } from 'kysely/migration';
import { ServiceError } from '../../model/service-error.ts';
import { accountDeliveriesMigration } from './account-deliveries-migration.ts';
import type { Database } from './database.ts';
import type { Dialect } from './dialect.ts';
import { indexMigration } from './index-migration.ts';
import { initialMigration } from './initial-migration.ts';
import { issuedPartiesMigration } from './issued-parties-migration.ts';
import { storeFault } from './store-fault.ts';
import { waitingMigration } from './waiting-migration.ts';
import { webhookMembersMigration } from './webhook-members-migration.ts';

// Names sort in the order in which they run; one that was released never changes.
const migrationsFor = (dialect: Dialect) => ({
  '0001-initial': initialMigration(dialect),
  '0002-indexes': indexMigration,
  '0003-webhook-members': webhookMembersMigration,
  '0004-waiting': waitingMigration,
  '0005-account-deliveries': accountDeliveriesMigration,
  '0006-issued-parties': issuedPartiesMigration,
});

/**
 * Brings the database to this version's schema.
 *
 * @throws {ServiceError} `schema-newer` when a newer version of the service has been there, `database-unusable` when it fails
 */
export async function migrate({ migrating: db, connection: { dialect } }: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(dialect) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && error.message.includes('corrupted migrations')) {
    throw new ServiceError('schema-newer', 'The database was made by a newer version of this service. Use that version or a newer one.', {
      cause: error,
    });
  }
  const message = `The database cannot be brought to this version's schema (${String(error)}); choose one of this service, or an empty one.`;
  throw storeFault(error) ?? new ServiceError('database-unusable', message, { cause: error });
}

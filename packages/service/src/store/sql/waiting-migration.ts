import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Deliveries that wait for their next attempt get a state and an index of their own, so that claims do not pass over them. */
export const waitingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index delivery_waiting on delivery (state, due_at) where state = 'waiting'`.execute(db);
    await sql`update delivery set state = 'waiting' where state = 'pending' and attempt_count > 0 and lease_until = 0`.execute(db);
  },
};

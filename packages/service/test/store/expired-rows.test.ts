import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeExpired } from '../../src/store/expired-rows.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { migrate } from '../../src/store/sql/migrations.ts';
import { ADA } from '../harness/prepared-database.ts';
import { stores } from '../harness/stores.ts';

const NOW = 1_000;
const BATCH = { now: NOW, limit: 10 };

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;

  beforeEach(async () => {
    database = await openDatabase(await location());
    await migrate(database);
    const { migrating } = database;
    for (let index = 0; index < 25; index += 1) {
      const expiry = index < 24 ? NOW - index : NOW + 1;
      await migrating
        .insertInto('token')
        .values({ hash: `${index}`, account_id: ADA, expires_at: expiry })
        .execute();
      const answer = { fingerprint: '', answer_sealed: '' };
      await migrating
        .insertInto('idempotency')
        .values({ account_id: ADA, key: `${index}`, ...answer, expires_at: expiry })
        .execute();
      await migrating
        .insertInto('login_failure')
        .values({ name_hash: `${index}`, failures: 1, blocked_until: 0, forgotten_at: expiry })
        .execute();
    }
  });
  afterEach(() => database.close());

  const left = () =>
    Promise.all(
      (['token', 'idempotency', 'login_failure'] as const).map(
        async (table) => (await database.migrating.selectFrom(table).selectAll().execute()).length,
      ),
    );

  test('what has expired is removed in batches, and the rest stays', async () => {
    expect(await removeExpired(database.connection, BATCH)).toBe(true);
    expect(await left()).toEqual([15, 15, 15]);
    expect(await removeExpired(database.connection, BATCH)).toBe(true);
    expect(await removeExpired(database.connection, BATCH)).toBe(false);
    expect(await left()).toEqual([1, 1, 1]);
  });
});

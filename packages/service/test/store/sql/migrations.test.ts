import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, test } from 'vitest';
import { eventSequence, webhookId } from '../../../src/model/ids.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import { initialMigration } from '../../../src/store/sql/initial-migration.ts';
import { migrate } from '../../../src/store/sql/migrations.ts';
import { ADA } from '../../harness/prepared-database.ts';
import { freshDatabase, stores } from '../../harness/stores.ts';

describe.each(stores)('on $name', ({ location }) => {
  test('a newer schema is refused, and the data stay', async () => {
    const database = await openDatabase(await location());
    await migrate(database);
    await database.migrating.insertInto('api_key').values({ hash: 'h', label: 'kept' }).execute();
    await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(database.migrating);
    await expect(migrate(database)).rejects.toMatchObject({ code: 'schema-newer' });
    expect(await database.migrating.selectFrom('api_key').select('label').execute()).toEqual([{ label: 'kept' }]);
    await database.close();
  });

  test('a database of the first schema is upgraded with its data', async () => {
    const database = await openDatabase(await location());
    const { migrating } = database;
    const first = { '0001-initial': initialMigration(database.connection.dialect) };
    expect((await new Migrator({ db: migrating, provider: { getMigrations: async () => first } }).migrateToLatest()).error).toBeUndefined();
    await migrating.insertInto('token').values({ hash: 'h', account_id: ADA, expires_at: 7 }).execute();
    const delivery = { webhook_id: webhookId(1), account_id: ADA, state: 'pending', due_at: 7, claim_id: null, lease_until: 0 } as const;
    for (const attemptCount of [0, 1])
      await migrating
        .insertInto('delivery')
        .values({ ...delivery, event_sequence: eventSequence(attemptCount), attempt_count: attemptCount })
        .execute();
    await migrate(database);
    const states = await migrating.selectFrom('delivery').select(['attempt_count', 'state']).orderBy('id').execute();
    expect(states).toEqual([
      { attempt_count: 0, state: 'pending' },
      { attempt_count: 1, state: 'waiting' },
    ]);
    expect(await migrating.selectFrom('token').selectAll().execute()).toEqual([{ hash: 'h', account_id: ADA, expires_at: 7 }]);
    await database.close();
  });

  test('a migration that breaks off leaves nothing behind, and runs whole the next time', async () => {
    const database = await openDatabase(await location());
    await sql`create table event (other text)`.execute(database.migrating);
    await expect(migrate(database)).rejects.toMatchObject({ code: 'database-unusable' });
    await sql`drop table event`.execute(database.migrating);
    await migrate(database);
    expect(await database.migrating.selectFrom('event').selectAll().execute()).toEqual([]);
    await database.close();
  });
});

test('several nodes that start at once on an empty PostgreSQL bring it to the schema once', async () => {
  const url = await freshDatabase();
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(url)));
  await Promise.all(nodes.map(migrate));
  const [first] = nodes;
  expect(await first?.migrating.selectFrom('delivery').selectAll().execute()).toEqual([]);
  await Promise.all(nodes.map((node) => node.close()));
});

test('a PostgreSQL that is out of reach is told without its password', async () => {
  const opening = openDatabase('postgres://user:hunter2@127.0.0.1:1/none');
  await expect(opening).rejects.toMatchObject({ code: 'database-unreachable', message: expect.not.stringContaining('hunter2') });
});

test('a PostgreSQL that does not hold every character is refused', async () => {
  const url = new URL(await freshDatabase());
  const latin = `${url.pathname.slice(1)}_latin`;
  const first = await openDatabase(String(url));
  await sql`create database ${sql.id(latin)} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`.execute(first.migrating);
  await first.close();
  url.pathname = latin;
  await expect(openDatabase(String(url))).rejects.toMatchObject({ code: 'database-unusable', message: expect.stringContaining('LATIN1') });
});

test('a user of PostgreSQL who may not create tables is told so', async () => {
  const url = new URL(await freshDatabase());
  const owner = await openDatabase(String(url));
  const name = `weak_${url.pathname.slice(1)}`;
  await sql`create role ${sql.id(name)} login password 'weak'`.execute(owner.migrating);
  await owner.close();
  url.username = name;
  url.password = 'weak';
  const weak = await openDatabase(String(url));
  await expect(migrate(weak)).rejects.toMatchObject({ code: 'database-unusable', message: expect.stringContaining('grant') });
  await weak.close();
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventLog } from '../../src/store/event-log.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';
import { freshDatabase } from '../harness/stores.ts';

const OWN = 3;
const OTHERS = 20_000;

/** A database with some events of ada's company among many of another. @returns with it, the plan of the statement that lists them */
async function planOfList(database: Database, explain: string): Promise<string> {
  const event = { type: 'articolo.Create', object: {}, applicationId: undefined, occurredAt: 1, origin: 'cloud' } as const;
  for (let index = 0; index < OWN; index += 1) await recordEvent(database.connection, { ...event, companyId: AURORA });
  await sql`with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${OTHERS})
    insert into event (guid, company_id, type, origin, occurred_at, body)
    select 'guid ' || number, 2, 'articolo.Create', 'cloud', 1, '{}' from numbers`.execute(database.migrating);
  await sql`analyze`.execute(database.migrating);
  const plans: unknown[] = [];
  const explaining: Connection = {
    ...database.connection,
    async execute(query, parameters) {
      plans.push((await database.connection.execute({ ...query, sql: `${explain} ${query.sql}` }, parameters)).rows);
      return database.connection.execute(query, parameters);
    },
  };
  const page = await eventLog(explaining, ADA, () => 1).list(undefined, 50);
  expect(page?.entries).toHaveLength(OWN);
  return JSON.stringify(plans[0]);
}

test('on SQLite the log finds a user’s events in the index of their companies', async () => {
  const database = await preparedDatabase(':memory:');
  const plan = await planOfList(database, 'explain query plan');
  expect(plan).toContain('SEARCH own USING COVERING INDEX event_company');
  expect(plan).not.toMatch(/SCAN (?:own|event|found)\b/);
  await database.close();
});

test('on PostgreSQL the log reads no event of another company', async () => {
  const database = await preparedDatabase(await freshDatabase());
  const plan = await planOfList(database, 'explain (analyze, format json)');
  expect(plan).toContain('event_company');
  const rows = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...rows)).toBeLessThanOrEqual(OWN);
  expect(plan).not.toMatch(/"Rows Removed by Filter":\d{3}/);
  await database.close();
});

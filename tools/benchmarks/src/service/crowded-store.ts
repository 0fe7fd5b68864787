import {
  accountId,
  companyId,
  companyStore,
  createSealer,
  type Database,
  migrate,
  objectId,
  openDatabase,
  webhookStore,
} from '@business-cloud/service/internal';
import { type RawBuilder, sql } from 'kysely';
import { RETRY_DELAYS_MS } from '../../../../packages/service/src/generated/limits.ts';
import { SEALING_KEY } from './sealing-key.ts';

/** How many webhooks share the deliveries. */
export const WEBHOOKS = 100;
const ADA = accountId('ada');
const COMPANY = companyId(1);
const DOCUMENT = JSON.stringify({ nome: 'Ferramenta Aurora S.r.l.' });

/**
 * Fills a database with this many objects of company 1, and as many events, each with one delivery: one that was never attempted if it is
 * due by now, otherwise one that waits for its last retry.
 *
 * @param dueAt when they are due, in milliseconds since 1970; in the future by no more than the last retry waits, or the service makes them due at once
 * @param url where the webhooks are
 */
export async function crowd(location: string, count: number, dueAt: number, url = 'https://example.com/'): Promise<Database> {
  const [state, attempts] = dueAt > Date.now() ? ['waiting', RETRY_DELAYS_MS.length] : ['pending', 0];
  const database = await openDatabase(location);
  const { migrating: db } = database;
  await migrate(database);
  await db.insertInto('account_company').values({ account_id: ADA, company_id: COMPANY }).execute();
  const webhooks = webhookStore(database.connection, ADA, createSealer(SEALING_KEY));
  for (let index = 0; index < WEBHOOKS; index += 1)
    await webhooks.insert({ aziendaId: COMPANY, url, description: null, events: ['Anagrafica.Create'] });
  const fill = (into: RawBuilder<unknown>): Promise<unknown> =>
    sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count}) ${into}`.execute(db);
  await sql`begin`.execute(db);
  await fill(sql`insert into object (company_id, kind, concurrency_token, document) select 1, 'Anagrafica', 1, ${DOCUMENT} from n`);
  await fill(sql`insert into event (guid, company_id, type, origin, occurred_at, body)
    select 'guid-' || n, 1, 'Anagrafica.Create', 'cloud', cast(${dueAt} as bigint), ${DOCUMENT} from n`);
  await fill(sql`insert into delivery (event_sequence, webhook_id, account_id, state, attempt_count, due_at, claim_id, lease_until)
    select n, 1 + n % ${WEBHOOKS}, 'ada', ${state}, ${attempts}, cast(${dueAt} as bigint) + n % 1000, null, 0 from n`);
  await sql`commit`.execute(db);
  return database;
}

/** Adds webhooks, each with one delivery that waits for its next attempt until then. */
export async function addWaiting({ migrating: db }: Database, webhooks: number, dueAt: number): Promise<void> {
  await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${webhooks})
    insert into delivery (event_sequence, webhook_id, account_id, state, attempt_count, due_at, claim_id, lease_until)
    select n, ${WEBHOOKS} + n, 'ada', 'waiting', 1, cast(${dueAt} as bigint) + n, null, 0 from n`.execute(db);
}

/** A list of a hundred objects from somewhere in the middle. */
export async function listSome({ connection }: Database, count: number): Promise<void> {
  const after = Math.floor(Math.random() * (count - 100));
  const { entries } = await companyStore(connection, COMPANY).list('Anagrafica', { after: objectId(after), limit: 100 });
  if (entries.length !== 100) throw new Error(`the list has ${entries.length} entries`);
}

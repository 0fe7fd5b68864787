import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ATTEMPTS_SHOWN } from '../../src/generated/limits.ts';
import { accountId, webhookId } from '../../src/model/ids.ts';
import { DELIVERIES_LISTED_MAX, DELIVERIES_READ_MAX } from '../../src/store/event-deliveries.ts';
import { eventLog } from '../../src/store/event-log.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { PAGE_BYTES_MAX } from '../../src/store/page-budget.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';
import { stores } from '../harness/stores.ts';

const WEBHOOKS = 220;
const EVENTS = 300;
const EVE = accountId('eve');

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;

  beforeEach(async () => {
    database = await preparedDatabase(await location());
    await database.migrating.insertInto('account_company').values({ account_id: EVE, company_id: AURORA }).execute();
    // Of two users in turn.
    for (let number = 1; number <= 2 * WEBHOOKS; number += 1) {
      const row = {
        account_id: number % 2 === 0 ? ADA : EVE,
        azienda_id: null,
        url: 'https://example.com/',
        enabled: 1,
        secret_sealed: 's',
        description: null,
      };
      await database.migrating
        .insertInto('webhook')
        .values({ ...row, events: '[]', members: '{}', concurrency_token: 1 })
        .execute();
    }
    await sql`insert into webhook_event (webhook_id, type) select id, 'Anagrafica.Create' from webhook`.execute(database.migrating);
  });
  afterEach(() => database.close());

  async function record(count: number): Promise<void> {
    const event = { companyId: AURORA, type: 'Anagrafica.Create', applicationId: undefined, occurredAt: 1, origin: 'cloud' } as const;
    for (let index = 0; index < count; index += 1) await recordEvent(database.connection, { ...event, object: { nome: 'Ada' } });
  }

  const log = () => eventLog(database.connection, ADA, () => 1);

  test('deliveries count in the size of a page, and its pages together hold every event', async () => {
    await record(EVENTS);
    const sizes: number[] = [];
    const guids = new Set<string>();
    let after: string | undefined;
    for (let more = true; more; ) {
      const page = await log().list(after, 500);
      expect(page?.entries.every(({ deliveries }) => deliveries.entries.length === DELIVERIES_LISTED_MAX && deliveries.more)).toBe(true);
      sizes.push(JSON.stringify(page).length);
      for (const { evento } of page?.entries ?? []) guids.add(evento.EventGuid);
      after = page?.entries.at(-1)?.evento.EventGuid;
      more = page?.more ?? false;
    }
    expect(guids.size).toBe(EVENTS);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1.1 * PAGE_BYTES_MAX);
  });

  test('the rest of an event’s deliveries are read page by page, and none of another user', async () => {
    await record(1);
    const guid = (await log().list(undefined, 1))?.entries[0]?.evento.EventGuid ?? '';
    const pages: number[][] = [];
    let after = webhookId(0);
    for (let more = true; more; ) {
      const { entries = [], more: further = false } = (await log().get(guid, after))?.deliveries ?? {};
      pages.push(entries.map((delivery) => delivery.webhookId));
      after = webhookId(entries.at(-1)?.webhookId ?? 0);
      more = further;
    }
    expect(pages.map(({ length }) => length)).toEqual([DELIVERIES_READ_MAX, DELIVERIES_READ_MAX, WEBHOOKS - 2 * DELIVERIES_READ_MAX]);
    expect(pages.flat()).toEqual(Array.from({ length: WEBHOOKS }, (_, index) => 2 * (index + 1)));
  });

  test('of many attempts the latest are shown, under their numbers, and their texts count in the size of a page', async () => {
    await record(1);
    const error = 'x'.repeat(PAGE_BYTES_MAX / 30);
    await sql`with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${ATTEMPTS_SHOWN + 5})
      insert into attempt (delivery_id, started_at, duration_ms, status, error)
      select delivery.id, numbers.number, 1, 500, ${sql.lit(error)} from delivery cross join numbers
      where delivery.webhook_id <= 8 order by delivery.id, numbers.number`.execute(database.migrating);
    const guid = (await log().list(undefined, 1))?.entries[0]?.evento.EventGuid ?? '';
    const { entries = [], more } = (await log().get(guid, webhookId(0)))?.deliveries ?? {};
    expect([entries.length, more]).toEqual([1, true]);
    expect(entries[0]?.attemptCount).toBe(ATTEMPTS_SHOWN + 5);
    expect(entries[0]?.attempts?.map(({ number }) => number)).toEqual(Array.from({ length: ATTEMPTS_SHOWN }, (_, index) => index + 6));
    expect(new Date(entries[0]?.attempts?.at(-1)?.startedAt ?? '').getTime()).toBe(ATTEMPTS_SHOWN + 5);
  });
});

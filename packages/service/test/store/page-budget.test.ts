import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { companyId, objectId } from '../../src/model/ids.ts';
import { companyStore } from '../../src/store/company-store.ts';
import { eventLog } from '../../src/store/event-log.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { PAGE_BYTES_MAX, withinBudget } from '../../src/store/page-budget.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';
import { stores } from '../harness/stores.ts';

const COUNT = 7;
const LARGE = 'x'.repeat(PAGE_BYTES_MAX / 3);

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;

  beforeEach(async () => {
    database = await preparedDatabase(await location());
  });
  afterEach(() => database.close());

  test('a page of large documents ends early, and the pages together hold all of them', async () => {
    const store = companyStore(database.connection, companyId(1));
    for (let index = 0; index < COUNT; index += 1) await store.insert('Anagrafica', { nome: index % 2 === 0 ? LARGE : 'small' });
    const sizes: number[][] = [];
    let after = objectId(0);
    for (let more = true; more; ) {
      const page = await store.list('Anagrafica', { after, limit: 100 });
      sizes.push(page.entries.map(({ document }) => document.nome.length));
      after = page.entries.at(-1)?.id ?? after;
      more = page.more;
    }
    expect(sizes).toEqual([
      [LARGE.length, 5, LARGE.length, 5],
      [LARGE.length, 5, LARGE.length],
    ]);
  });

  test('a page of large events ends early as well', async () => {
    const event = { companyId: AURORA, type: 'Anagrafica.Create', applicationId: undefined, occurredAt: 1, origin: 'cloud' } as const;
    for (let index = 0; index < COUNT; index += 1) await recordEvent(database.connection, { ...event, object: { nome: LARGE } });
    const log = eventLog(database.connection, ADA, () => 1);
    const counts: number[] = [];
    let after: string | undefined;
    for (let more = true; more; ) {
      const page = await log.list(after, 100);
      counts.push(page?.entries.length ?? 0);
      after = page?.entries.at(-1)?.evento.EventGuid;
      more = page?.more ?? false;
    }
    expect(counts).toEqual([2, 2, 2, 1]);
  });
});

test('one entry that is larger than a page is a page', () => {
  const rows = [{ size: 2 * PAGE_BYTES_MAX }, { size: 1 }];
  expect(withinBudget(rows, 10)).toEqual({ entries: rows.slice(0, 1), more: true });
  expect(withinBudget(rows.slice(1), 10)).toEqual({ entries: rows.slice(1), more: false });
});

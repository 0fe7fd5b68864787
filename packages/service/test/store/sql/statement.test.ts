import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CompanyId, companyId, type EventSequence, eventSequence } from '../../../src/model/ids.ts';
import type { Database } from '../../../src/store/sql/database.ts';
import { statement } from '../../../src/store/sql/statement.ts';
import { AURORA, preparedDatabase } from '../../harness/prepared-database.ts';
import { stores } from '../../harness/stores.ts';

interface Recorded {
  readonly companyId: CompanyId;
  readonly sequence: EventSequence;
}

const eventOf = statement((db, $: Recorded) =>
  db.selectFrom('event').select('guid').where('company_id', '=', $.companyId).where('sequence', '=', $.sequence),
);

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;

  beforeEach(async () => {
    database = await preparedDatabase(await location());
    const event = { type: 'articolo.Create', origin: 'cloud', occurred_at: 0, body: '{}' } as const;
    for (const [guid, company] of [
      ['a', AURORA],
      ['b', companyId(2)],
    ] as const)
      await database.migrating
        .insertInto('event')
        .values({ ...event, guid, company_id: company })
        .execute();
  });
  afterEach(() => database.close());

  test('parameters go by their names, in whatever order they stand in the text', async () => {
    const found = await eventOf.all(database.connection, { sequence: eventSequence(2), companyId: companyId(2) });
    expect(found).toEqual([{ guid: 'b' }]);
    expect(await eventOf.all(database.connection, { sequence: eventSequence(2), companyId: AURORA })).toEqual([]);
  });

  test('COMP-03: parameters that have changed places do not compile', async () => {
    const sequence = eventSequence(1);
    // @ts-expect-error: a sequence is not a company, nor a company a sequence.
    await eventOf.all(database.connection, { companyId: sequence, sequence: AURORA });
    // @ts-expect-error: a plain number may be anything.
    await eventOf.all(database.connection, { companyId: 1, sequence });
    // @ts-expect-error: none may be left out.
    await eventOf.all(database.connection, { companyId: AURORA });
    // @ts-expect-error: none may be added, so that none is misspelt.
    await eventOf.all(database.connection, { companyId: AURORA, sequence, company: AURORA });
  });

  test('COMP-03: within a statement a parameter fits the columns of its kind alone', async () => {
    const wrong = statement((db, $: Recorded) =>
      // @ts-expect-error: a sequence is not a company.
      db.selectFrom('event').select('guid').where('company_id', '=', $.sequence),
    );
    expect(await wrong.all(database.connection, { companyId: AURORA, sequence: eventSequence(2) })).toEqual([{ guid: 'b' }]);
  });

  test('a list is one parameter, however long it is', async () => {
    const eventsOf = statement((db, $: { readonly sequences: readonly EventSequence[] }, { list }) =>
      db.selectFrom('event').select('guid').where('sequence', 'in', list($.sequences, 'bigint')).orderBy('guid'),
    );
    const found = async (...sequences: number[]) =>
      (await eventsOf.all(database.connection, { sequences: sequences.map(eventSequence) })).map(({ guid }) => guid);
    expect([await found(), await found(2), await found(1, 2, 3)]).toEqual([[], ['b'], ['a', 'b']]);
  });

  test('one row that is not there is an error', async () => {
    const none = eventOf.one(database.connection, { companyId: AURORA, sequence: eventSequence(9) });
    await expect(none).rejects.toMatchObject({ code: 'database-unusable' });
  });

  test('a parameter has no value while the statement is built', async () => {
    const computing = statement((_db, $: { readonly limit: number }) => sql`select ${sql.lit($.limit + 1)}`);
    await expect(computing.all(database.connection, { limit: 1 })).rejects.toThrow('limit');
  });
});

import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { companyStore } from '../../../src/store/company-store.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/sql/migrations.ts';
import type { Unit } from '../../../src/store/sql/units.ts';
import { createRecentRows } from '../../../src/store/sqlite/recent-rows.ts';
import { IN_MEMORY } from '../../../src/store/sqlite/sqlite.ts';

let database: Database;

beforeEach(async () => {
  database = await openDatabase(IN_MEMORY);
  await migrate(database.db);
});
afterEach(() => database.close());

const contact = { nome: 'Ferramenta Aurora' };
const read = async (id: number) => companyStore(database.db, 1).get('Anagrafica', id);
/** Asks in another way, which keeps nothing. */
const kept = async (id: number) => {
  const row = await database.db.selectFrom('object').select('document').where('id', '=', id).executeTakeFirst();
  return row && JSON.parse(row.document);
};

/** Ways to write, by what is written. */
const WAYS = {
  'a unit that commits': (name: string) => database.units.run((unit) => rename(unit.db, name)),
  'a unit that fails': (name: string) =>
    database.units
      .run(async (unit) => {
        await rename(unit.db, name);
        await companyStore(unit.db, 1).get('Anagrafica', 1);
        throw new Error('on purpose');
      })
      .catch(() => undefined),
  'a unit that undoes it': (name: string) =>
    database.units.run(async (unit) => {
      await rename(unit.db, name);
      await companyStore(unit.db, 1).get('Anagrafica', 1);
      await unit.undo();
    }),
  'a unit while somebody reads': async (name: string) => {
    let outside: Promise<unknown> | undefined;
    await database.units.run(async (unit) => {
      outside = read(1);
      await rename(unit.db, name);
      expect(await companyStore(unit.db, 1).get('Anagrafica', 1)).toMatchObject({ document: { nome: name } });
    });
    expect(await outside).toMatchObject({ document: { nome: name } });
  },
  'a query without a unit': (name: string) => rename(database.db, name),
} as const;

async function rename(db: Unit['db'], nome: string): Promise<void> {
  await db
    .updateTable('object')
    .set({ document: JSON.stringify({ nome }) })
    .where('id', '=', 1)
    .execute();
}

test('what is read again is what is kept, whoever wrote it meanwhile, and how', async () => {
  await database.units.run((unit) => companyStore(unit.db, 1).insert('Anagrafica', contact));
  const writes = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])), fc.uuid()), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(writes, async (all) => {
      for (const [way, name] of all) {
        expect((await read(1))?.document).toEqual(await kept(1));
        await WAYS[way](name);
        expect((await read(1))?.document, way).toEqual(await kept(1));
      }
    }),
  );
});

test('the same is asked once, what is large each time, and no more than a thousand answers are kept', () => {
  const statement = new Sqlite(':memory:').prepare("select printf('%.*c', ?, 'x') as text");
  const all = vi.spyOn(statement, 'all');
  const rows = createRecentRows();
  const asks = (characters: number): number => {
    all.mockClear();
    expect(rows.of(statement, [characters])).toEqual([{ text: 'x'.repeat(characters) }]);
    return all.mock.calls.length;
  };
  expect([asks(1), asks(1), asks(2), asks(1)]).toEqual([1, 0, 1, 0]);
  expect([asks(4_001), asks(4_001)]).toEqual([1, 1]);
  for (let characters = 1; characters <= 1_000; characters += 1) asks(characters);
  expect([asks(1_000), asks(1_001), asks(1_000)]).toEqual([0, 1, 1]);
});

test('a list is asked for each time: its places are as many as what is listed', () => {
  const statement = new Sqlite(':memory:').prepare(
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select i from n',
  );
  const all = vi.spyOn(statement, 'all');
  const rows = createRecentRows();
  const asks = (count: number): number => {
    all.mockClear();
    expect(rows.of(statement, [count])).toHaveLength(count);
    return all.mock.calls.length;
  };
  expect([asks(10), asks(10)]).toEqual([1, 0]);
  expect([asks(11), asks(11)]).toEqual([1, 1]);
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { companyId, objectId } from '../../../src/model/ids.ts';
import { companyStore } from '../../../src/store/company-store.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import type { Connection } from '../../../src/store/sql/connection.ts';
import type { Database } from '../../../src/store/sql/database.ts';
import { migrate } from '../../../src/store/sql/migrations.ts';
import { statement } from '../../../src/store/sql/statement.ts';
import type { Unit } from '../../../src/store/sql/units.ts';
import { IN_MEMORY } from '../../../src/store/sqlite/sqlite.ts';

let database: Database;

beforeEach(async () => {
  database = await openDatabase(IN_MEMORY);
  await migrate(database);
});
afterEach(() => database.close());

const insertLabel = statement((db, $: { readonly label: string }) => db.insertInto('api_key').values({ hash: $.label, label: $.label }));
const selectLabels = statement((db) => db.selectFrom('api_key').select('label').orderBy('label'));
const removeLabels = statement((db) => db.deleteFrom('api_key'));
const rollBack = statement(() => sql`rollback`);

const adding = (label: string) => (unit: Unit) => insertLabel.all(unit.connection, { label });
const labels = async () => (await selectLabels.all(database.connection, {})).map(({ label }) => label);

test('of units that commit together one that fails takes nothing with it', async () => {
  const failing = database.units.run(async (unit) => {
    await adding('lost')(unit);
    throw new Error('on purpose');
  });
  const settled = await Promise.allSettled([database.units.run(adding('a')), failing, database.units.run(adding('b'))]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await labels()).toEqual(['a', 'b']);
});

test('a unit that undoes what it wrote keeps what it writes after that', async () => {
  await database.units.run(async (unit) => {
    await adding('before')(unit);
    await unit.undo();
    await adding('after')(unit);
  });
  expect(await labels()).toEqual(['after']);
});

const units = {
  commits: async (unit: Unit, label: string) => {
    await adding(label)(unit);
  },
  'fails after it wrote': async (unit: Unit, label: string) => {
    await adding(label)(unit);
    throw new Error('on purpose');
  },
  'fails before it writes': () => Promise.reject(new Error('on purpose')),
  'breaks a constraint': async (unit: Unit) => {
    await adding('there')(unit);
  },
  'undoes what it wrote': async (unit: Unit, label: string) => {
    await adding(`${label} undone`)(unit);
    await unit.undo();
    await adding(label)(unit);
  },
  'undoes what it wrote, and does not heed how that ends': async (unit: Unit, label: string) => {
    await adding(`${label} undone`)(unit);
    await unit.undo().catch(() => undefined);
    await adding(label)(unit);
  },
  'undoes nothing': async (unit: Unit, label: string) => {
    await unit.undo();
    await adding(label)(unit);
  },
};
type Kind = keyof typeof units;
const KEPT: ReadonlySet<Kind> = new Set([
  'commits',
  'undoes what it wrote',
  'undoes what it wrote, and does not heed how that ends',
  'undoes nothing',
]);

test('whatever units commit together, each is there whole and once, or not at all', async () => {
  let groups = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...(Object.keys(units) as Kind[])), { maxLength: 8 }), async (kinds) => {
      groups += 1;
      await removeLabels.all(database.connection, {});
      await adding('there')({ connection: database.connection, undo: () => Promise.resolve() });
      const labelled = kinds.map((kind, place) => ({ kind, label: `${groups} ${place}` }));
      const settled = await Promise.allSettled(labelled.map(({ kind, label }) => database.units.run((unit) => units[kind](unit, label))));
      expect(settled.map(({ status }) => status)).toEqual(kinds.map((kind) => (KEPT.has(kind) ? 'fulfilled' : 'rejected')));
      expect(await labels()).toEqual([...labelled.filter(({ kind }) => KEPT.has(kind)).map(({ label }) => label), 'there']);
    }),
  );
});

test('nobody is told of a commit that did not happen', async () => {
  const ending = database.units.run(async (unit) => rollBack.all(unit.connection, {}));
  const settled = await Promise.allSettled([database.units.run(adding('a')), ending, database.units.run(adding('b'))]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await labels()).toEqual([]);
  await database.units.run(adding('later'));
  expect(await labels()).toEqual(['later']);
});

test('whoever only reads sees nothing of a group before it commits', async () => {
  let seen: Promise<string[]> = Promise.resolve([]);
  await database.units.run(async (unit) => {
    await adding('a')(unit);
    seen = labels();
    await adding('b')(unit);
  });
  expect(await seen).toEqual(['a', 'b']);
});

test('a statement outside of the group waits for it, and within the group it does not', async () => {
  const anagrafica = (connection: Connection) => companyStore(connection, companyId(1)).get('Anagrafica', objectId(1));
  let outside: unknown;
  let inside: unknown;
  await database.units.run(async (unit) => {
    await companyStore(unit.connection, companyId(1)).insert('Anagrafica', { nome: 'Ada' });
    outside = anagrafica(database.connection);
    inside = anagrafica(unit.connection);
    await unit.undo();
  });
  expect(await inside).toMatchObject({ id: 1 });
  expect(await outside).toBeUndefined();
});

test('a company with many writes does not keep those of another waiting for all of them', async () => {
  const order: string[] = [];
  const noting = (label: string) => async () => void order.push(label);
  const noise = Array.from({ length: 200 }, () => database.units.run(noting('noise'), companyId(1)));
  await Promise.all([...noise, database.units.run(noting('other'), companyId(2))]);
  expect(order.indexOf('other')).toBe(1);
});

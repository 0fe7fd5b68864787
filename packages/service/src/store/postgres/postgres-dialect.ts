import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { Dialect, OwnersPage } from '../sql/dialect.ts';
import type { Schema } from '../sql/schema.ts';

const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** PostgreSQL has many writers at once, from several nodes. */
export const postgresDialect: Dialect = {
  builder,
  serial: ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()],
  returningId: (column) => sql`returning ${sql.ref(column)} as id`,
  forUpdate: sql`for update`,
  forShare: (table) => sql`for share of ${sql.table(table)}`,
  list: (values, type) => sql`(select value::${sql.raw(type)} from json_array_elements_text(${values}::json))`,
  table(rows, columns) {
    const members = Object.entries(columns).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(String(type))}`);
    return sql`(select * from json_to_recordset(${rows}::json) as given(${sql.join(members)}))`;
  },
  joinEach: ({ as, found }) => sql`cross join lateral (select * ${found}) as ${sql.id(as)}`,
  joinEachLocked: ({ as, found }) => sql`cross join lateral (select * ${found} for update skip locked) as ${sql.id(as)}`,
  pageOf,
};

// Compared as a row, and ordered by all of its columns: with `=` the planner finds that the order is the one of the key alone, may read
// the index of that, and passes over the rows of others until it has found enough.
function pageOf({ owner, key, order, beyond, limit }: OwnersPage): RawBuilder<unknown> {
  const columns = [...Object.keys(owner), key].map((name) => sql.ref(name));
  const row = sql`(${sql.join(columns)})`;
  const bound = (last: unknown) => sql`(${sql.join([...Object.values(owner), last])})`;
  const range =
    order === 'asc'
      ? sql`${row} > ${bound(beyond)} and ${row} <= ${bound(sql.lit(Number.MAX_SAFE_INTEGER))}`
      : sql`${row} < ${bound(beyond)} and ${row} >= ${bound(sql.lit(0))}`;
  const ordered = columns.map((column) => sql`${column} ${sql.raw(order)}`);
  return sql`where ${range} order by ${sql.join(ordered)} limit ${limit}`;
}

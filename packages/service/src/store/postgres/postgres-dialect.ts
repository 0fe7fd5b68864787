import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Dialect } from '../sql/dialect.ts';
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
};

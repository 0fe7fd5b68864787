import { type RawBuilder, sql } from 'kysely';

/**
 * A parameter that SQLite's planner cannot look into. Into most others that a join or a limit depends on it does, and then plans the
 * query anew for each value, which takes several times as long as to run it.
 */
export function opaque<Value extends number | string>(value: Value, type: 'bigint' | 'text'): RawBuilder<Value> {
  return sql`cast(${value} as ${sql.raw(type)})`;
}

import { sql } from 'kysely';
import type { Connection } from '../sql/connection.ts';
import type { Health } from '../sql/database.ts';
import { statement } from '../sql/statement.ts';
import type { GuardedPool } from './guarded-pool.ts';

const one = statement(() => sql`select 1`);

/**
 * @param own a connection of its own: however busy the others are, it is free
 * @param requests what requests run on
 */
export function createPostgresHealth(own: Connection, requests: Connection, { stuckSince }: Pick<GuardedPool, 'stuckSince'>): Health {
  return {
    async ping() {
      await one.all(own, {});
    },
    async pingForRequests() {
      // Once no request comes any more, nothing else finds out that they would be answered again.
      if (stuckSince() !== undefined) await one.all(requests, {});
    },
    unansweredMs() {
      const since = stuckSince();
      return since === undefined ? 0 : performance.now() - since;
    },
  };
}

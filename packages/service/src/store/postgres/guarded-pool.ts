import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { createGuardedClient, destroyConnection, type GuardedClient } from './guarded-client.ts';

/** A pool that recovers when its connections are cut without a word, as by a proxy or by a machine that is gone. */
export interface GuardedPool extends PostgresPool {
  /** Since when, in milliseconds of `performance.now()`, no connection has answered that was asked; undefined while they answer. */
  stuckSince(): number | undefined;
}

/** How long connections that are closed in good order may take, in milliseconds. */
const GOODBYE_MS = 500;
const GOODBYE_STEP_MS = 10;

/**
 * Gives up a connection that takes too long to answer, and with it every one that has not answered since: what cut one has most likely cut
 * them too, and waiting for one after another would take as many time-outs as there are connections.
 *
 * @param answerWithinMs undefined for as long as it takes; longer than the server lets a statement take: what is slow ends there, what ends here is a lost connection
 */
export function createGuardedPool(pool: Pool, answerWithinMs: number | undefined): GuardedPool {
  const guarded = new WeakMap<PoolClient, GuardedClient>();
  const connected = new Set<PoolClient>();
  let lostAt = Number.NEGATIVE_INFINITY;
  let stuckSince: number | undefined;
  pool.on('connect', (client) => void connected.add(client)).on('remove', (client) => void connected.delete(client));

  function onAnswer(): void {
    stuckSince = undefined;
  }

  function onLost(): void {
    lostAt = performance.now();
    stuckSince ??= lostAt;
  }

  function guardedClient(client: PoolClient): GuardedClient {
    const known = guarded.get(client);
    if (known !== undefined) return known;
    const made = createGuardedClient(client, { answerWithinMs, onAnswer, onLost });
    guarded.set(client, made);
    return made;
  }

  async function connect(): Promise<GuardedClient> {
    const client = guardedClient(await pool.connect());
    if (client.answeredAt > lostAt) return client;
    client.giveUp();
    return connect();
  }

  return {
    options: pool.options,
    stuckSince: () => stuckSince,
    connect,
    async end() {
      await pool.end();
      for (let waitedMs = 0; connected.size > 0 && waitedMs < GOODBYE_MS; waitedMs += GOODBYE_STEP_MS) await sleep(GOODBYE_STEP_MS);
      for (const client of connected) destroyConnection(client);
    },
  };
}

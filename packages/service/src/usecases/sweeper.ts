import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../model/clock.ts';
import type { Schema } from '../store/sql/schema.ts';

/** Removes what has expired; nothing depends on when it runs, expiry is checked wherever it matters. */
export interface Sweeper {
  stop(): Promise<void>;
}

const INTERVAL_MS = 60 * 60 * 1000;

export function startSweeper(db: Kysely<Schema>, clock: Clock, log: Logger): Sweeper {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep(db, clock.now()).catch((error) => log.error({ err: error }, 'Expired rows could not be removed.'));
      await clock.sleepUntil(clock.now() + INTERVAL_MS, stopping.signal);
    }
  }
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Removes expired tokens, idempotency keys and login failures. */
export async function sweep(db: Kysely<Schema>, now: number): Promise<void> {
  await db.deleteFrom('token').where('expires_at', '<=', now).execute();
  await db.deleteFrom('idempotency').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_failure').where('forgotten_at', '<=', now).execute();
}

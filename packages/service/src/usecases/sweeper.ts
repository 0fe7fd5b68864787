import type { Logger } from 'pino';
import type { Clock } from '../model/clock.ts';
import { removeExpired } from '../store/expired-rows.ts';
import type { Connection } from '../store/sql/connection.ts';

/** Removes what has expired; nothing depends on when it runs, because expiry is checked wherever it matters. */
export interface Sweeper {
  stop(): Promise<void>;
}

const INTERVAL_MS = 60 * 60 * 1000;

export function startSweeper(connection: Connection, clock: Clock, log: Logger): Sweeper {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await removeExpired(connection, clock.now()).catch((error) => log.error({ err: error }, 'Expired rows could not be removed.'));
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

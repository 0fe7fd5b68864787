import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../model/clock.ts';
import { removeExpired } from '../store/expired-rows.ts';
import { removeOldEvents } from '../store/old-events.ts';
import type { Executor } from '../store/sql/database.ts';

/** Removes what has expired; nothing depends on when it runs, because expiry is checked wherever it matters. */
export interface Sweeper {
  stop(): Promise<void>;
}

export interface SweeperInput {
  readonly executor: Executor;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long events are kept, with their deliveries and attempts, in milliseconds; infinite for good. */
  readonly keepEventsMs: number;
}

const INTERVAL_MS = 60 * 60 * 1000;
/** How many rows of a table one statement removes: few enough that whatever waits for it hardly notices. */
const BATCH_ROWS = 500;

export function startSweeper({ executor, clock, log, keepEventsMs }: SweeperInput): Sweeper {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Removes batch by batch, and rests after each for as long as it took, so that half of the time at least is for everything else. */
  async function inBatches(removeSome: () => Promise<boolean>): Promise<void> {
    for (let more = true; more && !signal.aborted; ) {
      const begunAt = performance.now();
      more = await removeSome();
      if (more) await sleep(performance.now() - begunAt, undefined, { signal }).catch(() => undefined);
    }
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    await inBatches(() => removeExpired(executor.connection, { now, limit: BATCH_ROWS }));
    if (keepEventsMs === Number.POSITIVE_INFINITY) return;
    await inBatches(() => removeOldEvents(executor.units, { until: now - keepEventsMs, limit: BATCH_ROWS }));
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweep().catch((error) => log.error({ err: error }, 'What has expired could not be removed.'));
      await clock.sleepUntil(clock.now() + INTERVAL_MS, signal);
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

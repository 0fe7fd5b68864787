import { createClock } from '../../../../packages/service/src/model/clock.ts';
import { createDeliveryQueue } from '../../../../packages/service/src/store/delivery-queue.ts';
import { createLeases } from '../../../../packages/service/src/store/lease.ts';
import type { Database } from '../../../../packages/service/src/store/sql/database.ts';
import type { Benchmark, Opened } from '../benchmark.ts';
import { addWaiting, crowd } from './crowded-store.ts';

const [FEW, MANY] = [1_000, 1_000_000];
/** Webhooks that wait for a retry, beside the million. */
const WAITING = 10_000;
const DAY_MS = 86_400_000;
const CLAIM = 50;
const DUE_AT = 1_000;

/** A database to fill, and what removes it. */
export interface ClaimedFrom {
  location(): Promise<string>;
  /** Does what the database does by itself some time after so many rows. */
  settle?(database: Database): Promise<void>;
  remove?(): Promise<void>;
}

/** What a claim costs in a crowded store, beside one that is nearly empty. */
export function claimBenchmark(store: string, open: () => Promise<ClaimedFrom>): Benchmark {
  return {
    title: `A claim of ${CLAIM} deliveries on ${store}, given back, among a thousand that are due, and among a million beside ${WAITING} webhooks that wait`,
    goal: 'at least 0.67',
    open: async () => contenders(await open()),
  };
}

async function contenders({ location, settle, remove }: ClaimedFrom): Promise<Opened> {
  const [few, many] = [await crowd(await location(), FEW, DUE_AT), await crowd(await location(), MANY, DUE_AT)];
  await addWaiting(many, WAITING, Date.now() + DAY_MS);
  for (const database of [few, many]) await settle?.(database);
  return {
    contenders: [
      { name: 'among a thousand', run: claimer(few) },
      { name: 'among a million, beside those that wait', run: claimer(many) },
    ],
    async close() {
      await Promise.all([few.close(), many.close()]);
      await remove?.();
    },
  };
}

function claimer(database: Database): () => Promise<void> {
  const queue = createDeliveryQueue(database, createLeases(createClock()));
  const free = { fullWebhookIds: [], roomOf: () => CLAIM, holds: () => false };
  return async () => {
    const claimed = await queue.claim({ now: Date.now(), limit: CLAIM, limitPerWebhook: CLAIM, ...free });
    if (claimed.length !== CLAIM) throw new Error(`claimed ${claimed.length}`);
    const ids = claimed.map(({ id }) => id);
    await database.migrating.updateTable('delivery').set({ claim_id: null, lease_until: 0 }).where('id', 'in', ids).execute();
  };
}

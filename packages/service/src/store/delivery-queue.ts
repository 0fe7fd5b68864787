import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { type ClaimedRow, dueDeliveries, nextDueAt } from './due-deliveries.ts';
import type { Leases } from './lease.ts';
import { jsonRows } from './sql/json-rows.ts';
import type { Schema } from './sql/schema.ts';

/** A delivery that this worker holds, with all that an attempt needs. */
export interface ClaimedDelivery extends ClaimedRow {
  /** Fresh for each claim, and gone as soon as the delivery is settled or cancelled: what was taken over meanwhile cannot be completed. */
  readonly claimId: string;
}

/** What is to be claimed now. */
export interface ClaimBounds {
  readonly now: number;
  /** How many in all, and of one webhook. */
  readonly limit: number;
  readonly limitPerWebhook: number;
  /** Webhooks without room: nothing of theirs is looked at. */
  readonly fullWebhookIds: readonly number[];
  /** How many more of a webhook may be held. */
  readonly roomOf: (webhookId: number) => number;
  /** Whether a delivery is held here already, although its lease ended. */
  readonly holds: (id: number) => boolean;
}

/** One attempt, as the log keeps it. */
export interface FinishedAttempt {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
}

/** What becomes of a delivery that was held. */
export type NextStep =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'pending'; readonly dueAt: number };

/** A delivery that is held no longer. */
export interface FinishedDelivery {
  readonly delivery: ClaimedDelivery;
  /** Undefined: none was made, and none is spent. */
  readonly attempt: FinishedAttempt | undefined;
  readonly next: NextStep;
}

/** The queue of deliveries in the database (D-09). */
export interface DeliveryQueue {
  /** Claims what is due, the webhooks in turn. */
  claim(bounds: ClaimBounds): Promise<ClaimedDelivery[]>;
  /** When the next delivery that nobody holds is due; undefined when none is. */
  nextDueAt(fullWebhookIds: readonly number[]): Promise<number | undefined>;
  /** Logs attempts, and settles or gives back what is still held: all of them in one commit. */
  complete(finished: readonly FinishedDelivery[]): Promise<void>;
  /** Starts the leases of what is still held anew. */
  renew(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Frees every claim: for a store that no other worker can be at. */
  releaseAll(): Promise<void>;
}

export function createDeliveryQueue({ db, units }: Pick<Database, 'db' | 'units'>, leases: Leases): DeliveryQueue {
  // The webhook after which the next claim begins, so that none is always the last.
  let after = 0;
  return {
    async claim(bounds) {
      const { claimed, last } = await units.run((unit) => claim(unit.db, bounds, leases, after));
      after = last;
      return claimed;
    },
    nextDueAt: (fullWebhookIds) => nextDueAt(db, fullWebhookIds, leases.now()),
    async complete(finished) {
      if (finished.length > 0) await units.run((unit) => complete(unit.db, finished));
    },
    async renew(deliveries) {
      if (deliveries.length === 0) return;
      const held = jsonRows(db, deliveries.map(identity), { id: 'bigint', claimId: 'text' });
      await sql`update delivery set lease_until = ${leases.now() + leases.lengthMs} from ${held} as held
        where delivery.id = held.id and delivery.claim_id = held."claimId"`.execute(db);
    },
    async releaseAll() {
      await db
        .updateTable('delivery')
        .set({ claim_id: null, lease_until: 0 })
        .where('state', '=', 'pending')
        .where('lease_until', '>', 0)
        .execute();
    },
  };
}

async function claim(db: Kysely<Schema>, bounds: ClaimBounds, leases: Leases, after: number) {
  const candidates = await dueDeliveries(db, { ...bounds, after, wallNow: leases.now() });
  // After the last webhook comes the first.
  if (candidates.length === 0 && after > 0) candidates.push(...(await dueDeliveries(db, { ...bounds, after: 0, wallNow: leases.now() })));
  const cut = candidates.length === bounds.limit;
  const last = cut ? (candidates.at(-1)?.webhookId ?? 0) : 0;
  const taken = withinRoom(candidates, bounds);
  if (taken.length === 0) return { claimed: [], last };
  const claimId = randomUUID();
  const ids = taken.map(({ id }) => ({ id }));
  await sql`update delivery set claim_id = ${claimId}, lease_until = ${leases.now() + leases.lengthMs}
    where id in ${jsonRows(db, ids, { id: 'bigint' })}`.execute(db);
  return { claimed: taken.map((delivery): ClaimedDelivery => ({ ...delivery, claimId })), last };
}

function withinRoom(candidates: readonly ClaimedRow[], { roomOf, holds }: ClaimBounds): ClaimedRow[] {
  const used = new Map<number, number>();
  return candidates.filter(({ id, webhookId }) => {
    const count = used.get(webhookId) ?? 0;
    if (holds(id) || count >= roomOf(webhookId)) return false;
    used.set(webhookId, count + 1);
    return true;
  });
}

async function complete(db: Kysely<Schema>, finished: readonly FinishedDelivery[]): Promise<void> {
  const attempts = finished.flatMap(({ delivery, attempt }) => (attempt === undefined ? [] : [{ ...attempt, deliveryId: delivery.id }]));
  const logged = jsonRows(db, attempts, {
    deliveryId: 'bigint',
    startedAt: 'bigint',
    durationMs: 'bigint',
    status: 'bigint',
    error: 'text',
  });
  await sql`insert into attempt (delivery_id, started_at, duration_ms, status, error)
    select "deliveryId", "startedAt", "durationMs", status, error from ${logged} as logged where true`.execute(db);
  const steps = finished.map(({ delivery, attempt, next }) => ({
    ...identity(delivery),
    state: next.state,
    spent: attempt === undefined ? 0 : 1,
    dueAt: next.state === 'pending' ? next.dueAt : delivery.dueAt,
  }));
  const rows = jsonRows(db, steps, { id: 'bigint', claimId: 'text', state: 'text', spent: 'bigint', dueAt: 'bigint' });
  await sql`update delivery
    set state = step.state, attempt_count = attempt_count + step.spent, due_at = step."dueAt", claim_id = null, lease_until = 0
    from ${rows} as step
    where delivery.id = step.id and delivery.claim_id = step."claimId"`.execute(db);
}

function identity({ id, claimId }: ClaimedDelivery): Pick<ClaimedDelivery, 'id' | 'claimId'> {
  return { id, claimId };
}

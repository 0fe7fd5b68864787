import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { isPostgres } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { Leases } from './lease.ts';

/** A delivery that this worker holds, with all that an attempt needs. */
export interface ClaimedDelivery {
  readonly id: number;
  /** Fresh for each claim: what was taken over meanwhile cannot be completed. */
  readonly claimId: string;
  readonly webhookId: number;
  readonly attemptCount: number;
  readonly url: string;
  readonly secretSealed: string;
  readonly body: string;
}

/** What is not to be claimed now. */
export interface ClaimBounds {
  readonly now: number;
  readonly limit: number;
  /** Deliveries that are in flight here. */
  readonly heldIds: readonly number[];
  /** How many more each webhook may have in flight. */
  readonly roomOf: (webhookId: number) => number;
  /** Webhooks without room. */
  readonly fullWebhookIds: readonly number[];
}

/** One attempt, as the log keeps it. */
export interface FinishedAttempt {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
}

/** What becomes of a delivery after an attempt. */
export type NextStep =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'pending'; readonly dueAt: number };

/** A delivery with the attempt that was made, and what becomes of it. */
export interface FinishedDelivery {
  readonly delivery: ClaimedDelivery;
  readonly attempt: FinishedAttempt;
  readonly next: NextStep;
}

/** The queue of deliveries in the database (D-09). */
export interface DeliveryQueue {
  claim(bounds: ClaimBounds): Promise<ClaimedDelivery[]>;
  /** When the next delivery that nobody holds is due; undefined when none is. */
  nextDueAt(bounds: Pick<ClaimBounds, 'heldIds' | 'fullWebhookIds'>): Promise<number | undefined>;
  /** Logs attempts, and completes what is still held: all of them in one commit. */
  complete(finished: readonly FinishedDelivery[]): Promise<void>;
  /** Starts the leases of what is still held anew. */
  renew(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Frees every claim: for a store that no other worker can be at. */
  releaseAll(): Promise<void>;
  /** Gives a claim back without spending an attempt. */
  release(delivery: ClaimedDelivery, dueAt: number): Promise<void>;
}

export function createDeliveryQueue({ db, units }: Pick<Database, 'db' | 'units'>, leases: Leases): DeliveryQueue {
  const held = (delivery: ClaimedDelivery) =>
    db.updateTable('delivery').where('id', '=', delivery.id).where('claim_id', '=', delivery.claimId).where('state', '=', 'pending');
  return {
    claim: (bounds) => units.run((unit) => claim(unit.db, bounds, leases)),
    async nextDueAt({ heldIds, fullWebhookIds }) {
      // Ordered and cut rather than a minimum: that would read every delivery that waits.
      const row = await pending(db, heldIds, fullWebhookIds)
        .where('delivery.lease_until', '<=', leases.now())
        .select('delivery.due_at as dueAt')
        .orderBy('delivery.due_at')
        .orderBy('delivery.id')
        .limit(1)
        .executeTakeFirst();
      return row?.dueAt;
    },
    complete: (finished) => units.run((unit) => complete(unit.db, finished)),
    async renew(deliveries) {
      if (deliveries.length === 0) return;
      await db
        .updateTable('delivery')
        .set({ lease_until: leases.now() + leases.lengthMs })
        .where(
          'id',
          'in',
          deliveries.map(({ id }) => id),
        )
        .where('claim_id', 'in', [...new Set(deliveries.map(({ claimId }) => claimId))])
        .where('state', '=', 'pending')
        .execute();
    },
    async releaseAll() {
      await db
        .updateTable('delivery')
        .set({ claim_id: null, lease_until: 0 })
        .where('state', '=', 'pending')
        .where('lease_until', '>', 0)
        .execute();
    },
    async release(delivery, dueAt) {
      await held(delivery).set({ claim_id: null, lease_until: 0, due_at: dueAt }).execute();
    },
  };
}

function pending(db: Kysely<Schema>, heldIds: readonly number[], fullWebhookIds: readonly number[]) {
  return db
    .selectFrom('delivery')
    .where('delivery.state', '=', 'pending')
    .$if(heldIds.length > 0, (query) => query.where('delivery.id', 'not in', heldIds))
    .$if(fullWebhookIds.length > 0, (query) => query.where('delivery.webhook_id', 'not in', fullWebhookIds));
}

async function claim(db: Kysely<Schema>, bounds: ClaimBounds, leases: Leases): Promise<ClaimedDelivery[]> {
  const candidates = await pending(db, bounds.heldIds, bounds.fullWebhookIds)
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .innerJoin('event', 'event.sequence', 'delivery.event_sequence')
    .select([
      'delivery.id',
      'delivery.webhook_id as webhookId',
      'delivery.attempt_count as attemptCount',
      'webhook.url',
      'webhook.secret_sealed as secretSealed',
      'event.body',
    ])
    .where('delivery.due_at', '<=', bounds.now)
    .where('delivery.lease_until', '<=', leases.now())
    .orderBy('delivery.due_at')
    .orderBy('delivery.id')
    .limit(bounds.limit)
    .$if(isPostgres(db), (query) => query.forUpdate('delivery').skipLocked())
    .execute();
  const taken = withinRoom(candidates, bounds.roomOf);
  if (taken.length === 0) return [];
  const claimId = randomUUID();
  const ids = taken.map(({ id }) => id);
  await db
    .updateTable('delivery')
    .set({ claim_id: claimId, lease_until: leases.now() + leases.lengthMs })
    .where('id', 'in', ids)
    .execute();
  return taken.map((delivery) => ({ ...delivery, claimId }));
}

/** Of each webhook as many as it has room for, so that one that hangs takes no place from the others (DLV-08). */
function withinRoom<Candidate extends { readonly webhookId: number }>(
  candidates: readonly Candidate[],
  roomOf: (webhookId: number) => number,
): Candidate[] {
  const used = new Map<number, number>();
  return candidates.filter(({ webhookId }) => {
    const count = used.get(webhookId) ?? 0;
    used.set(webhookId, count + 1);
    return count < roomOf(webhookId);
  });
}

async function complete(db: Kysely<Schema>, finished: readonly FinishedDelivery[]): Promise<void> {
  if (finished.length === 0) return;
  const attempts = finished.map(({ delivery, attempt }) => attemptRow(delivery.id, attempt));
  await db.insertInto('attempt').values(attempts).execute();
  const delivered = finished.filter(({ next }) => next.state === 'delivered').map(({ delivery }) => delivery);
  if (delivered.length > 0) await settle(db, delivered, { state: 'delivered' });
  for (const { delivery, next } of finished) if (next.state !== 'delivered') await settle(db, [delivery], next);
}

async function settle(db: Kysely<Schema>, deliveries: readonly ClaimedDelivery[], next: NextStep): Promise<void> {
  await db
    .updateTable('delivery')
    .set((row) => ({ state: next.state, attempt_count: row('attempt_count', '+', 1), claim_id: null, lease_until: 0 }))
    .$if(next.state === 'pending', (query) => query.set({ due_at: next.state === 'pending' ? next.dueAt : 0 }))
    .where(
      'id',
      'in',
      deliveries.map(({ id }) => id),
    )
    .where('claim_id', 'in', [...new Set(deliveries.map(({ claimId }) => claimId))])
    .where('state', '=', 'pending')
    .execute();
}

function attemptRow(deliveryId: number, { startedAt, durationMs, status, error }: FinishedAttempt) {
  return { delivery_id: deliveryId, started_at: startedAt, duration_ms: durationMs, status: status ?? null, error: error ?? null };
}

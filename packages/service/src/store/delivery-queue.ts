import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type DeliveryId, type WebhookId, webhookId } from '../model/ids.ts';
import { type Claim, type DueDelivery, type DueMessage, dueDeliveries, earliestDueAt, endWaits } from './due-deliveries.ts';
import type { Leases } from './lease.ts';
import { createMessages } from './messages.ts';
import type { Connection } from './sql/connection.ts';
import type { Database } from './sql/database.ts';
import type { DeliveryState } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

/** A delivery that this worker holds. */
export interface ClaimedDelivery extends DueDelivery {
  /**
   * Fresh for each claim, and gone as soon as the delivery is settled or cancelled: a delivery that another worker has taken over cannot be
   * completed.
   */
  readonly claimId: string;
}

/** What may be claimed now. */
export interface ClaimBounds {
  readonly now: number;
  /** How many in all, and of one webhook. */
  readonly limit: number;
  readonly limitPerWebhook: number;
  /** Webhooks without room: nothing of theirs is looked at. */
  readonly fullWebhookIds: readonly WebhookId[];
  /** How many more of a webhook may be held. */
  readonly roomOf: (webhookId: WebhookId) => number;
  /** Whether a delivery is held here already, although its lease ended. */
  readonly holds: (id: DeliveryId) => boolean;
}

/** One attempt, as the log keeps it. */
export interface FinishedAttempt {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
}

/** What becomes of a delivery that was held. */
export type AfterAttempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'pending'; readonly dueAt: number };

/** A delivery whose claim ends. */
export interface FinishedDelivery {
  readonly delivery: ClaimedDelivery;
  /** Undefined: none was made, and none is spent. */
  readonly attempt: FinishedAttempt | undefined;
  readonly next: AfterAttempt;
}

/** The queue of deliveries in the database (D-09). */
export interface DeliveryQueue {
  /** Claims what is due, the webhooks in turn. */
  claim(bounds: ClaimBounds): Promise<ClaimedDelivery[]>;
  /**
   * What is to be sent of a delivery, and where, as its webhook is now (DLV-12). Undefined when it is held no more: its webhook was deleted (HOOK-14) or
   * stopped asking for its event, or another worker has taken it over.
   */
  message(delivery: ClaimedDelivery): Promise<DueMessage | undefined>;
  /** When the next delivery that nobody holds is due; undefined when none is. */
  nextDueAt(fullWebhookIds: readonly WebhookId[]): Promise<number | undefined>;
  /** Logs attempts, and settles or gives back what is still held: all of them in one commit. */
  complete(finished: readonly FinishedDelivery[]): Promise<void>;
  /** Renews the leases of what is still held. */
  renew(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /**
   * Makes due in time what a clock that was put back would let wait for longer than it has to.
   *
   * @param waitsMs the longest wait after so many attempts, from none on
   */
  bringForward(now: number, waitsMs: readonly number[]): Promise<void>;
  /** Frees every claim: for a store that no other worker can be at. */
  releaseAll(): Promise<void>;
}

const holdDeliveries = statement(
  (db, $: { readonly ids: readonly DeliveryId[]; readonly claimId: string; readonly leaseUntil: number }, { list }) =>
    db.updateTable('delivery').set({ claim_id: $.claimId, lease_until: $.leaseUntil }).where('id', 'in', list($.ids, 'bigint')),
);

const renewLeases = statement(
  (_db, $: { readonly claims: readonly Claim[]; readonly leaseUntil: number }, { table }) =>
    sql`update delivery set lease_until = ${$.leaseUntil} from ${table($.claims, { id: 'bigint', claimId: 'text' })} as held
      where delivery.id = held.id and delivery.claim_id = held."claimId"`,
);

const releaseDeliveries = statement((db) =>
  db.updateTable('delivery').set({ claim_id: null, lease_until: 0 }).where('state', '=', 'pending').where('lease_until', '>', 0),
);

interface Wait {
  readonly attempts: number;
  readonly until: number;
}

const shortenWaits = statement(
  (_db, $: { readonly waits: readonly Wait[] }, { table }) =>
    sql`update delivery set due_at = wait.until from ${table($.waits, { attempts: 'bigint', until: 'bigint' })} as wait
      where delivery.state in ('pending', 'waiting') and delivery.attempt_count = wait.attempts and delivery.due_at > wait.until`,
);

const shortenLeases = statement((db, $: { readonly leaseUntil: number }) =>
  db.updateTable('delivery').set({ lease_until: $.leaseUntil }).where('state', '=', 'pending').where('lease_until', '>', $.leaseUntil),
);

interface LoggedAttempt extends FinishedAttempt {
  readonly deliveryId: DeliveryId;
}

const insertAttempts = statement(
  (_db, $: { readonly attempts: readonly LoggedAttempt[] }, { table }) =>
    sql`insert into attempt (delivery_id, started_at, duration_ms, status, error)
      select "deliveryId", "startedAt", "durationMs", status, error
      from ${table($.attempts, { deliveryId: 'bigint', startedAt: 'bigint', durationMs: 'bigint', status: 'bigint', error: 'text' })} as logged
      where true`,
);

interface DeliveryChange extends Claim {
  readonly state: DeliveryState;
  readonly spent: number;
  readonly dueAt: number;
}

const applyChanges = statement(
  (_db, $: { readonly changes: readonly DeliveryChange[] }, { table }) =>
    sql`update delivery
      set state = change.state, attempt_count = attempt_count + change.spent, due_at = change."dueAt", claim_id = null, lease_until = 0
      from ${table($.changes, { id: 'bigint', claimId: 'text', state: 'text', spent: 'bigint', dueAt: 'bigint' })} as change
      where delivery.id = change.id and delivery.claim_id = change."claimId"`,
);

const FIRST = webhookId(0);

export function createDeliveryQueue({ connection, units }: Pick<Database, 'connection' | 'units'>, leases: Leases): DeliveryQueue {
  const messageOf = createMessages(connection);
  // The webhook after which the next claim begins, so that none is always the last.
  let after = FIRST;
  return {
    async claim(bounds) {
      const { claimed, last } = await units.run((unit) => claim(unit.connection, bounds, leases, after));
      after = last;
      return claimed;
    },
    async nextDueAt(fullWebhookIds) {
      const { dueAt } = await earliestDueAt.one(connection, { machineNow: leases.now(), fullWebhookIds });
      return dueAt ?? undefined;
    },
    message: (delivery) => messageOf(claimOf(delivery)),
    async complete(finished) {
      if (finished.length > 0) await units.run((unit) => complete(unit.connection, finished));
    },
    async renew(deliveries) {
      if (deliveries.length === 0) return;
      await renewLeases.all(connection, { claims: deliveries.map(claimOf), leaseUntil: leases.now() + leases.lengthMs });
    },
    async bringForward(now, waitsMs) {
      await shortenWaits.all(connection, { waits: waitsMs.map((waitMs, attempts) => ({ attempts, until: now + waitMs })) });
      await shortenLeases.all(connection, { leaseUntil: leases.now() + leases.lengthMs });
    },
    async releaseAll() {
      await releaseDeliveries.all(connection, {});
    },
  };
}

async function claim(
  connection: Connection,
  bounds: ClaimBounds,
  leases: Leases,
  after: WebhookId,
): Promise<{ readonly claimed: ClaimedDelivery[]; readonly last: WebhookId }> {
  const { now, limit, limitPerWebhook, fullWebhookIds } = bounds;
  const dueAfter = (webhook: WebhookId) =>
    dueDeliveries.all(connection, { now, machineNow: leases.now(), limit, limitPerWebhook, fullWebhookIds, after: webhook });
  await endWaits.all(connection, { now });
  let candidates = await dueAfter(after);
  // After the last webhook comes the first.
  if (candidates.length === 0 && after > FIRST) candidates = await dueAfter(FIRST);
  const cut = candidates.length === limit;
  const last = cut ? (candidates.at(-1)?.webhookId ?? FIRST) : FIRST;
  const taken = withinRoom(candidates, bounds);
  if (taken.length === 0) return { claimed: [], last };
  const claimId = randomUUID();
  await holdDeliveries.all(connection, { ids: taken.map(({ id }) => id), claimId, leaseUntil: leases.now() + leases.lengthMs });
  return { claimed: taken.map((delivery) => ({ ...delivery, claimId })), last };
}

function withinRoom(candidates: readonly DueDelivery[], { roomOf, holds }: ClaimBounds): DueDelivery[] {
  const used = new Map<WebhookId, number>();
  return candidates.filter(({ id, webhookId }) => {
    const count = used.get(webhookId) ?? 0;
    if (holds(id) || count >= roomOf(webhookId)) return false;
    used.set(webhookId, count + 1);
    return true;
  });
}

async function complete(connection: Connection, finished: readonly FinishedDelivery[]): Promise<void> {
  const attempts = finished.flatMap(({ delivery, attempt }) => (attempt === undefined ? [] : [{ ...attempt, deliveryId: delivery.id }]));
  await insertAttempts.all(connection, { attempts });
  const changes = finished.map(({ delivery, attempt, next }) => ({
    ...claimOf(delivery),
    state: stateAfter(delivery, next),
    spent: attempt === undefined ? 0 : 1,
    dueAt: next.state === 'pending' ? next.dueAt : delivery.dueAt,
  }));
  await applyChanges.all(connection, { changes });
}

/** What is given back as it was is due; what is to be attempted later waits. */
function stateAfter({ dueAt }: ClaimedDelivery, next: AfterAttempt): DeliveryState {
  return next.state === 'pending' && next.dueAt > dueAt ? 'waiting' : next.state;
}

function claimOf({ id, claimId }: ClaimedDelivery): Claim {
  return { id, claimId };
}

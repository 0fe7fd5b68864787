import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './sql/dialect.ts';
import { jsonRows } from './sql/json-rows.ts';
import { opaque } from './sql/opaque.ts';
import type { Schema } from './sql/schema.ts';

/** A delivery that is due, with all that an attempt needs. */
export interface ClaimedRow {
  readonly id: number;
  readonly webhookId: number;
  readonly attemptCount: number;
  readonly dueAt: number;
  readonly url: string;
  readonly secretSealed: string;
  readonly body: string;
}

export interface DueBounds {
  readonly now: number;
  /** The time by which leases run. */
  readonly wallNow: number;
  readonly limit: number;
  readonly limitPerWebhook: number;
  readonly fullWebhookIds: readonly number[];
  /** Webhooks up to this one are left out. */
  readonly after: number;
}

/**
 * What is due and nobody holds: of each webhook that has room its oldest, webhook by webhook. What waits for the others is never
 * read, so that a million deliveries to an endpoint that hangs delay no claim (DLV-08). On PostgreSQL they are locked, and what another worker is
 * claiming is passed over.
 */
export async function dueDeliveries(db: Kysely<Schema>, bounds: DueBounds): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`${waitingWebhooks(bounds.after)}
    select delivery.id, delivery.webhook_id as "webhookId", delivery.attempt_count as "attemptCount", delivery.due_at as "dueAt",
      webhook.url, webhook.secret_sealed as "secretSealed", event.body
    from waiting ${oldestOf(db, bounds)}
    inner join webhook on webhook.id = delivery.webhook_id
    inner join event on event.sequence = delivery.event_sequence
    where ${isFree(db, bounds.fullWebhookIds)}
    limit ${opaque(bounds.limit, 'bigint')}`.execute(db);
  return rows;
}

/** When the first of them is due that is not due yet, or already; undefined when nothing waits. */
export async function nextDueAt(db: Kysely<Schema>, fullWebhookIds: readonly number[], wallNow: number): Promise<number | undefined> {
  const { rows } = await sql<{ readonly dueAt: number | null }>`${waitingWebhooks(0)}
    select min((select due_at from delivery where state = 'pending' and webhook_id = waiting.id and lease_until <= ${wallNow}
      order by due_at, id limit 1)) as "dueAt"
    from waiting where ${isFree(db, fullWebhookIds)}`.execute(db);
  return rows[0]?.dueAt ?? undefined;
}

/** `waiting`: the webhooks that something waits for, by ascending id, each found by one probe of the index; the last row is null. */
function waitingWebhooks(after: number): RawBuilder<unknown> {
  return sql`with recursive waiting(id) as (
    select min(webhook_id) from delivery where state = 'pending' and webhook_id > ${after}
    union all
    select (select min(webhook_id) from delivery where state = 'pending' and webhook_id > waiting.id) from waiting where waiting.id is not null
  )`;
}

function isFree(db: Kysely<Schema>, fullWebhookIds: readonly number[]): RawBuilder<unknown> {
  const full = fullWebhookIds.map((id) => ({ id }));
  return sql`waiting.id is not null and waiting.id not in ${jsonRows(db, full, { id: 'bigint' })}`;
}

/** Joins the oldest deliveries of each waiting webhook that are due and not held. */
function oldestOf(db: Kysely<Schema>, { now, wallNow, limitPerWebhook }: DueBounds): RawBuilder<unknown> {
  const oldest = sql`from delivery where state = 'pending' and webhook_id = waiting.id and due_at <= ${now} and lease_until <= ${wallNow}
    order by due_at, id limit ${opaque(limitPerWebhook, 'bigint')}`;
  if (isPostgres(db)) return sql`cross join lateral (select * ${oldest} for update skip locked) as delivery`;
  // SQLite joins nothing laterally; `cross` keeps it from turning the order of the tables.
  return sql`cross join delivery on delivery.id in (select id ${oldest})`;
}

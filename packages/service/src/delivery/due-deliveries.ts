import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../store/dialect.ts';
import { jsonRows } from '../store/json-rows.ts';
import { opaque } from '../store/opaque.ts';
import { preparedText } from '../store/prepared-query.ts';
import type { Schema } from '../store/schema.ts';

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
export async function dueDeliveries(db: Kysely<Schema>, bounds: DueBounds): Promise<readonly ClaimedRow[]> {
  const { after, now, wallNow, limitPerWebhook, fullWebhookIds, limit } = bounds;
  return (await dueQuery(db, [after, now, wallNow, limitPerWebhook, idRows(fullWebhookIds), limit])).rows;
}

const dueQuery = preparedText(
  (db) => sql<ClaimedRow>`${waitingWebhooks()}
    select delivery.id, delivery.webhook_id as "webhookId", delivery.attempt_count as "attemptCount", delivery.due_at as "dueAt",
      webhook.url, webhook.secret_sealed as "secretSealed", event.body
    from waiting ${oldestOf(db)}
    inner join webhook on webhook.id = delivery.webhook_id
    inner join event on event.sequence = delivery.event_sequence
    where ${isFree(db)}
    limit ${opaque(0, 'bigint')}`,
);

/** When the first of them is due that is not due yet, or already; undefined when nothing waits. */
export async function nextDueAt(db: Kysely<Schema>, fullWebhookIds: readonly number[], wallNow: number): Promise<number | undefined> {
  const { rows } = await nextDueQuery(db, [0, wallNow, idRows(fullWebhookIds)]);
  return rows[0]?.dueAt ?? undefined;
}

const nextDueQuery = preparedText(
  (db) => sql<{ readonly dueAt: number | null }>`${waitingWebhooks()}
    select min((select due_at from delivery where state = 'pending' and webhook_id = waiting.id and lease_until <= ${0}
      order by due_at, id limit 1)) as "dueAt"
    from waiting where ${isFree(db)}`,
);

/** `waiting`: the webhooks after a given one that something waits for, by ascending id, each found by one probe of the index; the last row is null. */
function waitingWebhooks(): RawBuilder<unknown> {
  return sql`with recursive waiting(id) as (
    select min(webhook_id) from delivery where state = 'pending' and webhook_id > ${0}
    union all
    select (select min(webhook_id) from delivery where state = 'pending' and webhook_id > waiting.id) from waiting where waiting.id is not null
  )`;
}

/** Leaves out the webhooks whose ids are given. */
function isFree(db: Kysely<Schema>): RawBuilder<unknown> {
  return sql`waiting.id is not null and waiting.id not in ${jsonRows(db, { id: 'bigint' })}`;
}

function idRows(ids: readonly number[]): string {
  return JSON.stringify(ids.map((id) => ({ id })));
}

/** Joins so many of the oldest deliveries of each waiting webhook that are due now and not held. */
function oldestOf(db: Kysely<Schema>): RawBuilder<unknown> {
  const oldest = sql`from delivery where state = 'pending' and webhook_id = waiting.id and due_at <= ${0} and lease_until <= ${0}
    order by due_at, id limit ${opaque(0, 'bigint')}`;
  if (isPostgres(db)) return sql`cross join lateral (select * ${oldest} for update skip locked) as delivery`;
  // SQLite joins nothing laterally; `cross` keeps it from turning the order of the tables.
  return sql`cross join delivery on delivery.id in (select id ${oldest})`;
}

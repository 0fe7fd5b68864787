import type { CustomerComponents } from '@business-cloud/server';
import { sql } from 'kysely';
import { ATTEMPTS_SHOWN } from '../generated/limits.ts';
import { type AccountId, type DeliveryId, type EventSequence, type WebhookId, webhookId } from '../model/ids.ts';
import type { Paged } from '../model/page.ts';
import { type Sized, withinBudget } from './page-budget.ts';
import type { Connection } from './sql/connection.ts';
import { type DeliveryState, UNSETTLED } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

export type Delivery = CustomerComponents['schemas']['Delivery'];
type Attempt = NonNullable<Delivery['attempts']>[number];

/** How many deliveries of an event the list of events shows. */
export const DELIVERIES_LISTED_MAX = 50;
/** How many are shown with their attempts where one event is read. */
export const DELIVERIES_READ_MAX = 100;

/** What a delivery and an attempt take in an answer without their texts, in bytes. */
const DELIVERY_BYTES = 120;
const ATTEMPT_BYTES = 120;

interface Part {
  readonly accountId: AccountId;
  readonly sequences: readonly EventSequence[];
  readonly after: WebhookId;
  readonly limit: number;
}

interface DeliveryRow {
  readonly id: DeliveryId;
  readonly event_sequence: EventSequence;
  readonly webhook_id: WebhookId;
  readonly state: DeliveryState;
  readonly due_at: number;
  readonly attempts: number;
}

// Of each event the first of one user, however many there are of others.
const firstDeliveries = statement((_db, $: Part, { list, joinEach, pageOf }) => {
  const owner = { 'own.event_sequence': sql.ref('wanted.value'), 'own.account_id': $.accountId };
  const page = pageOf({ owner, key: 'own.webhook_id', order: 'asc', beyond: $.after, limit: $.limit });
  const first = sql`from delivery as own ${page}`;
  return sql<DeliveryRow>`select found.id, found.event_sequence, found.webhook_id, found.state, found.due_at,
      (select count(*) from attempt where attempt.delivery_id = found.id) as attempts
    from ${list($.sequences, 'bigint')} as wanted ${joinEach({ table: 'delivery', key: 'id', as: 'found', found: first })}
    order by found.event_sequence, found.webhook_id`;
});

interface AttemptRow {
  readonly delivery_id: DeliveryId;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
}

// An event can be delivered again without end.
const latestAttempts = statement((_db, $: { readonly ids: readonly DeliveryId[]; readonly limit: number }, { list, joinEach, pageOf }) => {
  const owner = { 'own.delivery_id': sql.ref('wanted.value') };
  const page = pageOf({ owner, key: 'own.id', order: 'desc', beyond: sql.lit(Number.MAX_SAFE_INTEGER), limit: $.limit });
  const latest = sql`from attempt as own ${page}`;
  return sql<AttemptRow>`select found.delivery_id, found.started_at, found.duration_ms, found.status, found.error
    from ${list($.ids, 'bigint')} as wanted ${joinEach({ table: 'attempt', key: 'id', as: 'found', found: latest })}
    order by found.id`;
});

/** The first deliveries of an event in a list. */
export interface ListedDeliveries extends Paged<Delivery>, Sized {}

export const NO_DELIVERIES: ListedDeliveries = { entries: [], more: false, size: 0 };

/** The first deliveries of each of these events to the webhooks of one user, without their attempts. */
export async function listedDeliveries(
  connection: Connection,
  accountId: AccountId,
  sequences: readonly EventSequence[],
): Promise<ReadonlyMap<EventSequence, ListedDeliveries>> {
  const part = { accountId, sequences, after: webhookId(0), limit: DELIVERIES_LISTED_MAX + 1 };
  const ofEvents = grouped(await firstDeliveries.all(connection, part), ({ event_sequence }) => event_sequence);
  return new Map(
    [...ofEvents].map(([sequence, rows]) => {
      const entries = rows.slice(0, DELIVERIES_LISTED_MAX).map(toDelivery);
      return [sequence, { entries, more: rows.length > entries.length, size: entries.length * DELIVERY_BYTES }];
    }),
  );
}

/** A page of the deliveries of one event to the webhooks of one user, with the latest attempts of each. */
export async function attemptedDeliveries(
  connection: Connection,
  accountId: AccountId,
  sequence: EventSequence,
  after: WebhookId,
): Promise<Paged<Delivery>> {
  const part = { accountId, sequences: [sequence], after, limit: DELIVERIES_READ_MAX + 1 };
  const rows = await firstDeliveries.all(connection, part);
  const ids = rows.map(({ id }) => id);
  const attemptRows = await latestAttempts.all(connection, { ids, limit: ATTEMPTS_SHOWN });
  const ofDeliveries = grouped(attemptRows, ({ delivery_id }) => delivery_id);
  const sized = rows.map((row) => {
    const attempts = ofDeliveries.get(row.id) ?? [];
    const size = attempts.reduce((sum, { error }) => sum + ATTEMPT_BYTES + Buffer.byteLength(error ?? ''), DELIVERY_BYTES);
    const before = Number(row.attempts) - attempts.length;
    return { size, delivery: { ...toDelivery(row), attempts: attempts.map((attempt, index) => toAttempt(attempt, before + index + 1)) } };
  });
  const { entries, more } = withinBudget(sized, DELIVERIES_READ_MAX);
  return { entries: entries.map(({ delivery }) => delivery), more };
}

function grouped<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [row]);
    else others.push(row);
  }
  return groups;
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    webhookId: row.webhook_id,
    // Whether an attempt is made now or later is said by its time.
    state: row.state === 'waiting' ? 'pending' : row.state,
    attemptCount: Number(row.attempts),
    nextAttemptAt: UNSETTLED.includes(row.state) ? instant(row.due_at) : null,
  };
}

function toAttempt({ started_at, duration_ms, status, error }: AttemptRow, number: number): Attempt {
  return { number, startedAt: instant(started_at), durationMs: duration_ms, status, error };
}

/** A time as the API answers it. */
export function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

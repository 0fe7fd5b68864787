import type { CustomerComponents } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { type Paged, paged } from '../model/page.ts';
import type { DeliveryState, Origin, Schema } from './sql/schema.ts';

type Entry = CustomerComponents['schemas']['EventoLogEntry'];
type Delivery = Entry['deliveries'][number];

/** The events of one user's companies, with the deliveries to that user's webhooks. */
export interface EventLog {
  /** Newest first, older than the event with that guid if there is one; without the single attempts. Undefined: no such event. */
  list(after: string | undefined, limit: number): Promise<Paged<Entry> | undefined>;
  /** One event with every attempt. */
  get(guid: string): Promise<Entry | undefined>;
  /** Makes its deliveries pending again, to webhooks that still exist; returns how many. */
  redeliver(guid: string): Promise<number>;
}

export function eventLog(db: Kysely<Schema>, accountId: string, now: () => number): EventLog {
  const events = () =>
    db
      .selectFrom('event')
      .innerJoin('account_company', 'account_company.company_id', 'event.company_id')
      .select(['event.sequence', 'event.body', 'event.occurred_at', 'event.origin'])
      .where('account_company.account_id', '=', accountId);
  const find = (guid: string) => events().where('event.guid', '=', guid).executeTakeFirst();
  return {
    async list(after, limit) {
      const last = after === undefined ? undefined : await find(after);
      if (after !== undefined && last === undefined) return undefined;
      const older = last === undefined ? events() : events().where('event.sequence', '<', last.sequence);
      const rows = await older
        .orderBy('event.sequence', 'desc')
        .limit(limit + 1)
        .execute();
      const { entries, more } = paged(rows, limit);
      const deliveries = await deliveriesOf(
        db,
        accountId,
        entries.map(({ sequence }) => sequence),
      );
      return { entries: entries.map((row) => toEntry(row, deliveries)), more };
    },
    async get(guid) {
      const row = await find(guid);
      if (row === undefined) return undefined;
      return toEntry(row, await withAttempts(db, await deliveriesOf(db, accountId, [row.sequence])));
    },
    async redeliver(guid) {
      const row = await find(guid);
      if (row === undefined) return 0;
      const existing = db.selectFrom('webhook').select('id').where('account_id', '=', accountId);
      const again = await db
        .updateTable('delivery')
        .set({ state: 'pending', attempt_count: 0, due_at: now(), claim_id: null, lease_until: 0 })
        .where('event_sequence', '=', row.sequence)
        .where('account_id', '=', accountId)
        .where('webhook_id', 'in', existing)
        .returning('id')
        .execute();
      return again.length;
    },
  };
}

interface EventRow {
  readonly sequence: number;
  readonly body: string;
  readonly occurred_at: number;
  readonly origin: Origin;
}

interface DeliveryRow {
  readonly id: number;
  readonly eventSequence: number;
  readonly delivery: Delivery;
}

async function deliveriesOf(db: Kysely<Schema>, accountId: string, sequences: readonly number[]): Promise<DeliveryRow[]> {
  if (sequences.length === 0) return [];
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'event_sequence', 'webhook_id', 'state', 'due_at'])
    .select((select) =>
      select
        .selectFrom('attempt')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('attempt.delivery_id', '=', 'delivery.id')
        .as('attempts'),
    )
    .where('account_id', '=', accountId)
    .where('event_sequence', 'in', sequences)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    eventSequence: row.event_sequence,
    delivery: {
      webhookId: row.webhook_id,
      state: row.state,
      attemptCount: Number(row.attempts ?? 0),
      nextAttemptAt: nextAttemptAt(row.state, row.due_at),
    },
  }));
}

function nextAttemptAt(state: DeliveryState, dueAt: number): string | null {
  return state === 'pending' ? instant(dueAt) : null;
}

async function withAttempts(db: Kysely<Schema>, rows: readonly DeliveryRow[]): Promise<DeliveryRow[]> {
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom('attempt')
    .selectAll()
    .where(
      'delivery_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    delivery: {
      ...row.delivery,
      attempts: attempts
        .filter(({ delivery_id }) => delivery_id === row.id)
        .map(({ started_at, duration_ms, status, error }, index) => {
          return { number: index + 1, startedAt: instant(started_at), durationMs: duration_ms, status, error };
        }),
    },
  }));
}

function toEntry(event: EventRow, rows: readonly DeliveryRow[]): Entry {
  return {
    // Written by the recorder, so that it has the form of an Evento.
    evento: JSON.parse(event.body) as Entry['evento'],
    occurredAt: instant(event.occurred_at),
    origin: event.origin,
    deliveries: rows.filter(({ eventSequence }) => eventSequence === event.sequence).map(({ delivery }) => delivery),
  };
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

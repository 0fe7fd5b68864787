import type { CustomerComponents } from '@business-cloud/server';
import { sql } from 'kysely';
import { type AccountId, type DeliveryId, type EventSequence, eventSequence } from '../model/ids.ts';
import type { Origin } from '../model/origin.ts';
import type { Paged } from '../model/page.ts';
import { INLINE_BYTES_MAX, type Sized, withinBudget } from './page-budget.ts';
import type { Connection } from './sql/connection.ts';
import { type DeliveryState, UNSETTLED } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

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

interface EventRow {
  readonly sequence: EventSequence;
  readonly body: string;
  readonly occurred_at: number;
  readonly origin: Origin;
}

type ListedEvent = Omit<EventRow, 'body'> & Sized & { readonly body: string | null };

interface DeliveryRow {
  readonly id: DeliveryId;
  readonly eventSequence: EventSequence;
  readonly delivery: Delivery;
}

const EVENT_COLUMNS = ['event.sequence', 'event.body', 'event.occurred_at', 'event.origin'] as const;

const eventAt = statement((db, $: { readonly accountId: AccountId; readonly guid: string }) =>
  db
    .selectFrom('event')
    .innerJoin('account_company', 'account_company.company_id', 'event.company_id')
    .select(EVENT_COLUMNS)
    .where('account_company.account_id', '=', $.accountId)
    .where('event.guid', '=', $.guid),
);

interface Part {
  readonly accountId: AccountId;
  readonly limit: number;
  /** Events from this one on are left out. */
  readonly before: EventSequence;
}

/** After every event. */
const END = eventSequence(Number.MAX_SAFE_INTEGER);

// The newest of each company are found in the index of its events, and only those that are newest of all are read: what other users have
// is never looked at.
const newestEvents = statement((_db, $: Part, { joinEach, pageOf }) => {
  const owner = { 'own.company_id': sql.ref('account_company.company_id') };
  const page = pageOf({ owner, key: 'own.sequence', order: 'desc', beyond: $.before, limit: $.limit });
  const ofCompany = sql`from event as own ${page}`;
  return sql<ListedEvent>`select event.sequence, event.occurred_at, event.origin, octet_length(event.body) as size,
      case when octet_length(event.body) <= ${sql.lit(INLINE_BYTES_MAX)} then event.body end as body
    from event where event.sequence in (
      select found.sequence from account_company ${joinEach({ table: 'event', key: 'sequence', as: 'found', found: ofCompany })}
      where account_company.account_id = ${$.accountId} order by found.sequence desc limit ${$.limit}
    )
    order by event.sequence desc`;
});

const largeBodies = statement((db, $: { readonly sequences: readonly EventSequence[] }, { list }) =>
  db.selectFrom('event').select(['sequence', 'body']).where('sequence', 'in', list($.sequences, 'bigint')),
);

interface EventDeliveries {
  readonly accountId: AccountId;
  readonly sequences: readonly EventSequence[];
}

const deliveriesOfEvents = statement((db, $: EventDeliveries, { list }) =>
  db
    .selectFrom('delivery')
    .select(['id', 'event_sequence', 'webhook_id', 'state', 'due_at'])
    .select((select) =>
      select
        .selectFrom('attempt')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('attempt.delivery_id', '=', 'delivery.id')
        .as('attempts'),
    )
    .where('account_id', '=', $.accountId)
    .where('event_sequence', 'in', list($.sequences, 'bigint'))
    .orderBy('id'),
);

const attemptsOf = statement((db, $: { readonly ids: readonly DeliveryId[] }, { list }) =>
  db
    .selectFrom('attempt')
    .select(['delivery_id', 'started_at', 'duration_ms', 'status', 'error'])
    .where('delivery_id', 'in', list($.ids, 'bigint'))
    .orderBy('id'),
);

const makePending = statement((db, $: { readonly accountId: AccountId; readonly sequence: EventSequence; readonly dueAt: number }) =>
  db
    .updateTable('delivery')
    .set({ state: 'pending', attempt_count: 0, due_at: $.dueAt, claim_id: null, lease_until: 0 })
    .where('event_sequence', '=', $.sequence)
    .where('account_id', '=', $.accountId)
    .where('webhook_id', 'in', (from) => from.selectFrom('webhook').select('webhook.id').where('account_id', '=', $.accountId)),
);

export function eventLog(connection: Connection, accountId: AccountId, now: () => number): EventLog {
  async function page(after: string | undefined, limit: number): Promise<readonly ListedEvent[] | undefined> {
    if (after === undefined) return newestEvents.all(connection, { accountId, limit, before: END });
    const last = await eventAt.first(connection, { accountId, guid: after });
    return last && newestEvents.all(connection, { accountId, limit, before: last.sequence });
  }

  return {
    async list(after, limit) {
      const rows = await page(after, limit + 1);
      if (rows === undefined) return undefined;
      const { entries, more } = withinBudget(rows, limit);
      const events = await whole(connection, entries);
      const deliveries = await deliveriesOf(connection, { accountId, sequences: events.map(({ sequence }) => sequence) });
      const ofEvents = byEvent(deliveries);
      return { entries: events.map((row) => toEntry(row, ofEvents.get(row.sequence) ?? [])), more };
    },
    async get(guid) {
      const row = await eventAt.first(connection, { accountId, guid });
      if (row === undefined) return undefined;
      const deliveries = await deliveriesOf(connection, { accountId, sequences: [row.sequence] });
      return toEntry(row, await withAttempts(connection, deliveries));
    },
    async redeliver(guid) {
      const row = await eventAt.first(connection, { accountId, guid });
      return row === undefined ? 0 : makePending.count(connection, { accountId, sequence: row.sequence, dueAt: now() });
    },
  };
}

/** The rows with the bodies that were too large to be read along; one that was removed meanwhile is left out. */
async function whole(connection: Connection, rows: readonly ListedEvent[]): Promise<EventRow[]> {
  const sequences = rows.flatMap(({ sequence, body }) => (body === null ? [sequence] : []));
  const large = sequences.length === 0 ? [] : await largeBodies.all(connection, { sequences });
  const bodies = new Map(large.map(({ sequence, body }) => [sequence, body]));
  return rows.flatMap((row) => {
    const body = row.body ?? bodies.get(row.sequence);
    return body === undefined ? [] : [{ ...row, body }];
  });
}

async function deliveriesOf(connection: Connection, of: EventDeliveries): Promise<DeliveryRow[]> {
  const rows = await deliveriesOfEvents.all(connection, of);
  return rows.map((row) => ({
    id: row.id,
    eventSequence: row.event_sequence,
    delivery: {
      webhookId: row.webhook_id,
      // Whether an attempt is made now or later is said by its time.
      state: row.state === 'waiting' ? 'pending' : row.state,
      attemptCount: Number(row.attempts ?? 0),
      nextAttemptAt: nextAttemptAt(row.state, row.due_at),
    },
  }));
}

function byEvent(rows: readonly DeliveryRow[]): ReadonlyMap<EventSequence, readonly DeliveryRow[]> {
  const ofEvents = new Map<EventSequence, DeliveryRow[]>();
  for (const row of rows) {
    const others = ofEvents.get(row.eventSequence);
    if (others === undefined) ofEvents.set(row.eventSequence, [row]);
    else others.push(row);
  }
  return ofEvents;
}

function nextAttemptAt(state: DeliveryState, dueAt: number): string | null {
  return UNSETTLED.includes(state) ? instant(dueAt) : null;
}

async function withAttempts(connection: Connection, rows: readonly DeliveryRow[]): Promise<DeliveryRow[]> {
  const attempts = await attemptsOf.all(connection, { ids: rows.map(({ id }) => id) });
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

function toEntry(event: EventRow, deliveries: readonly DeliveryRow[]): Entry {
  return {
    // Written by the recorder, so that it has the form of an Evento.
    evento: JSON.parse(event.body) as Entry['evento'],
    occurredAt: instant(event.occurred_at),
    origin: event.origin,
    deliveries: deliveries.map(({ delivery }) => delivery),
  };
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

import type { CustomerComponents } from '@business-cloud/server';
import { sql } from 'kysely';
import { type AccountId, type EventSequence, eventSequence, type WebhookId } from '../model/ids.ts';
import type { Origin } from '../model/origin.ts';
import type { Paged } from '../model/page.ts';
import { attemptedDeliveries, type Delivery, instant, listedDeliveries, NO_DELIVERIES } from './event-deliveries.ts';
import { INLINE_BYTES_MAX, PAGE_BYTES_MAX, type Sized, withinBudget } from './page-budget.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

type Evento = CustomerComponents['schemas']['Evento'];

/** An event of the log, with some of its deliveries. */
export interface LoggedEvent {
  readonly evento: Evento;
  readonly occurredAt: string;
  readonly origin: Origin;
  /** By ascending webhook. */
  readonly deliveries: Paged<Delivery>;
}

/** The events of one user's companies, with the deliveries to that user's webhooks. */
export interface EventLog {
  /**
   * Newest first, older than the event with that guid if there is one; with the first deliveries of each, without their attempts.
   * Undefined: no such event.
   */
  list(after: string | undefined, limit: number): Promise<Paged<LoggedEvent> | undefined>;
  /** One event with a page of its deliveries, after the one to that webhook, and their attempts. */
  get(guid: string, after: WebhookId): Promise<LoggedEvent | undefined>;
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

/** The deliveries of so many events are read at once: a page may end before the next of them. */
const EVENTS_READ_MAX = 50;

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

  /** Rows with the deliveries that the list shows, as many as fit on a page. */
  async function shown(rows: readonly ListedEvent[]): Promise<(LoggedEvent & Sized)[]> {
    const events: (LoggedEvent & Sized)[] = [];
    let bytes = 0;
    for (let first = 0; first < rows.length && bytes <= PAGE_BYTES_MAX; first += EVENTS_READ_MAX) {
      const read = await whole(connection, rows.slice(first, first + EVENTS_READ_MAX));
      const ofEvents = await listedDeliveries(
        connection,
        accountId,
        read.map(({ sequence }) => sequence),
      );
      for (const row of read) {
        const deliveries = ofEvents.get(row.sequence) ?? NO_DELIVERIES;
        const size = row.size + deliveries.size;
        bytes += size;
        events.push({ ...toEvent(row, deliveries), size });
      }
    }
    return events;
  }

  return {
    async list(after, limit) {
      const rows = await page(after, limit + 1);
      if (rows === undefined) return undefined;
      const fitting = withinBudget(rows, limit);
      const { entries, more } = withinBudget(await shown(fitting.entries), limit);
      return { entries, more: more || fitting.more };
    },
    async get(guid, after) {
      const row = await eventAt.first(connection, { accountId, guid });
      return row && toEvent(row, await attemptedDeliveries(connection, accountId, row.sequence, after));
    },
    async redeliver(guid) {
      const row = await eventAt.first(connection, { accountId, guid });
      return row === undefined ? 0 : makePending.count(connection, { accountId, sequence: row.sequence, dueAt: now() });
    },
  };
}

/** The rows with the bodies that were too large to be read along; one that was removed meanwhile is left out. */
async function whole(connection: Connection, rows: readonly ListedEvent[]): Promise<(EventRow & Sized)[]> {
  const sequences = rows.flatMap(({ sequence, body }) => (body === null ? [sequence] : []));
  const large = sequences.length === 0 ? [] : await largeBodies.all(connection, { sequences });
  const bodies = new Map(large.map(({ sequence, body }) => [sequence, body]));
  return rows.flatMap((row) => {
    const body = row.body ?? bodies.get(row.sequence);
    return body === undefined ? [] : [{ ...row, body }];
  });
}

function toEvent(event: EventRow, deliveries: Paged<Delivery>): LoggedEvent {
  return {
    // Written by the recorder, so that it has the form of an Evento.
    evento: JSON.parse(event.body) as Evento,
    occurredAt: instant(event.occurred_at),
    origin: event.origin,
    deliveries,
  };
}

import type { EventoType } from '@business-cloud/events';
import { sql } from 'kysely';
import { v7 as ascendingUuid } from 'uuid';
import { type CompanyId, type EventSequence, eventSequence } from '../model/ids.ts';
import type { Origin } from '../model/origin.ts';
import { createRandomPool } from '../security/random-pool.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

/** Something that happened in a company, to be delivered (EVT-01). */
export interface NewEvent {
  readonly companyId: CompanyId;
  /** {Object}.{EventType} (EVT-02). */
  readonly type: EventoType;
  /** The whole object, as the API answers it (EVT-03). */
  readonly object: object;
  readonly applicationId: string | undefined;
  readonly occurredAt: number;
  readonly origin: Origin;
}

const UUID_BYTES = 16;
const nextRandom = createRandomPool(UUID_BYTES);

const ENABLED = 1;

interface EventRow extends Pick<NewEvent, 'companyId' | 'type' | 'origin' | 'occurredAt'> {
  readonly guid: string;
  readonly body: string;
}

const insertEvent = statement((db, $: EventRow, { returningId }) =>
  db
    .insertInto('event')
    .values({ guid: $.guid, company_id: $.companyId, type: $.type, origin: $.origin, occurred_at: $.occurredAt, body: $.body })
    .modifyEnd(returningId('sequence')),
);

// EVT-06, EVT-07: by type and company; and only to accounts that may use the company.
const insertDeliveries = statement(
  (db, $: Pick<NewEvent, 'companyId' | 'type' | 'occurredAt'> & { readonly sequence: EventSequence }, { forShare }) =>
    db
      .insertInto('delivery')
      .columns(['event_sequence', 'webhook_id', 'account_id', 'state', 'attempt_count', 'due_at', 'lease_until'])
      .expression((from) =>
        from
          .selectFrom('webhook')
          .innerJoin('webhook_event', 'webhook_event.webhook_id', 'webhook.id')
          .innerJoin('account_company', 'account_company.account_id', 'webhook.account_id')
          .select([
            sql<EventSequence>`cast(${$.sequence} as bigint)`.as('event_sequence'),
            'webhook.id',
            'webhook.account_id',
            sql<'pending'>`'pending'`.as('state'),
            sql<number>`0`.as('attempt_count'),
            sql<number>`cast(${$.occurredAt} as bigint)`.as('due_at'),
            sql<number>`0`.as('lease_until'),
          ])
          .where('webhook_event.type', '=', $.type)
          .where('account_company.company_id', '=', $.companyId)
          .where('webhook.enabled', '=', ENABLED)
          .where((where) => where.or([where('webhook.azienda_id', 'is', null), where('webhook.azienda_id', '=', $.companyId)]))
          // A webhook that is being changed or deleted is waited for: what is recorded for it is then cancelled with the rest (HOOK-14).
          .modifyEnd(forShare('webhook')),
      ),
);

/**
 * Records an event with one delivery for each webhook that it matches, in the transaction of the change itself: both are there
 * after the commit, or neither (D-09). Returns how many deliveries there are.
 */
export async function recordEvent(connection: Connection, event: NewEvent): Promise<number> {
  const { companyId, type, origin, occurredAt } = event;
  // Ascending: an index of random ones is written in another place for each.
  const guid = ascendingUuid({ random: nextRandom() });
  const body = JSON.stringify({
    Type: type,
    Object: event.object,
    EventGuid: guid,
    CompanyId: companyId,
    ApplicationId: event.applicationId ?? null,
  });
  const sequence = eventSequence(await insertEvent.insertedId(connection, { guid, companyId, type, origin, occurredAt, body }));
  return insertDeliveries.count(connection, { sequence, companyId, type, occurredAt });
}

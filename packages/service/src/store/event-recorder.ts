import { type Kysely, sql } from 'kysely';
import { v7 as ascendingUuid } from 'uuid';
import { createRandomPool } from '../security/random-pool.ts';
import { isPostgres } from './sql/dialect.ts';
import { opaque } from './sql/opaque.ts';
import { preparedInsertion, preparedQuery } from './sql/prepared-query.ts';
import type { Origin, Schema } from './sql/schema.ts';

const UUID_BYTES = 16;
const nextRandom = createRandomPool(UUID_BYTES);

/** Something that happened in a company, to be delivered (EVT-01). */
export interface NewEvent {
  readonly companyId: number;
  /** {Object}.{EventType} (EVT-02). */
  readonly type: string;
  /** The whole object, as the API answers it (EVT-03). */
  readonly object: object;
  readonly applicationId: string | undefined;
  readonly occurredAt: number;
  readonly origin: Origin;
}

/**
 * Records an event with one delivery for each webhook that it matches, in the transaction of the change itself: both are there
 * after the commit, or neither (D-09). Returns how many deliveries there are.
 */
export async function recordEvent(db: Kysely<Schema>, event: NewEvent): Promise<number> {
  // Ascending: an index of random ones is written in another place for each.
  const guid = ascendingUuid({ random: nextRandom() });
  const body = JSON.stringify({
    Type: event.type,
    Object: event.object,
    EventGuid: guid,
    CompanyId: event.companyId,
    ApplicationId: event.applicationId ?? null,
  });
  const sequence = await insertion(db, [guid, event.companyId, event.type, event.origin, event.occurredAt, body]);
  return fanOut(db, sequence, event);
}

const insertion = preparedInsertion(
  (db) => db.insertInto('event').values({ guid: '', company_id: 0, type: '', origin: 'cloud', occurred_at: 0, body: '' }),
  'sequence',
);

const ENABLED = 1;
// EVT-06, EVT-07: by type and company; and only to accounts that may use the company.
const fanOutQuery = preparedQuery((db) =>
  db
    .insertInto('delivery')
    .columns(['event_sequence', 'webhook_id', 'account_id', 'state', 'attempt_count', 'due_at', 'lease_until'])
    .expression((from) =>
      from
        .selectFrom('webhook')
        .innerJoin('webhook_event', 'webhook_event.webhook_id', 'webhook.id')
        .innerJoin('account_company', 'account_company.account_id', 'webhook.account_id')
        .select([
          opaque(0, 'bigint').as('event_sequence'),
          'webhook.id',
          'webhook.account_id',
          sql<'pending'>`'pending'`.as('state'),
          sql<number>`0`.as('attempt_count'),
          opaque(0, 'bigint').as('due_at'),
          sql<number>`0`.as('lease_until'),
        ])
        .where('webhook_event.type', '=', opaque('', 'text'))
        .where('account_company.company_id', '=', opaque(0, 'bigint'))
        .where('webhook.enabled', '=', sql.lit(ENABLED))
        .where((where) => where.or([where('webhook.azienda_id', 'is', null), where('webhook.azienda_id', '=', opaque(0, 'bigint'))]))
        // A webhook that is being changed or deleted is waited for: what is recorded for it is then cancelled with the rest (HOOK-14).
        .$if(isPostgres(db), (query) => query.forShare('webhook')),
    ),
);

async function fanOut(db: Kysely<Schema>, sequence: number, { companyId, type, occurredAt }: NewEvent): Promise<number> {
  const { numAffectedRows } = await fanOutQuery(db, [sequence, occurredAt, type, companyId, companyId]);
  return Number(numAffectedRows);
}

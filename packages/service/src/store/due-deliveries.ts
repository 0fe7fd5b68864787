import { type RawBuilder, sql } from 'kysely';
import type { DeliveryId, WebhookId } from '../model/ids.ts';
import { type Statement, statement } from './sql/statement.ts';

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly attemptCount: number;
  readonly dueAt: number;
}

/** What is sent of a delivery, and where. */
export interface DueMessage {
  readonly id: DeliveryId;
  readonly url: string;
  readonly secretSealed: string;
  readonly body: string;
}

interface Free {
  /** The time by which leases run. */
  readonly machineNow: number;
  /** Webhooks without room: nothing of theirs is looked at. */
  readonly fullWebhookIds: readonly WebhookId[];
}

interface Due extends Free {
  readonly now: number;
  readonly limit: number;
  readonly limitPerWebhook: number;
  /** Webhooks up to this one are left out. */
  readonly after: WebhookId;
}

/**
 * What is due and nobody holds, without what is to be sent: of each webhook that has room its oldest, webhook by webhook. What waits for the others is never
 * read, so that a million deliveries to an endpoint that hangs delay no claim (DLV-08). On PostgreSQL they are locked, and what
 * another worker is claiming is passed over.
 */
export const dueDeliveries: Statement<Due, DueDelivery> = statement((_db, $: Due, { list, joinEachLocked }) => {
  const oldest = sql`from delivery
    where state = 'pending' and webhook_id = subscriber.id and due_at <= ${$.now} and lease_until <= ${$.machineNow}
    order by due_at, id limit ${$.limitPerWebhook}`;
  return sql<DueDelivery>`${pendingWebhooks(sql`${$.after}`)}
    select delivery.id, delivery.webhook_id as "webhookId", delivery.attempt_count as "attemptCount", delivery.due_at as "dueAt"
    from subscriber ${joinEachLocked({ table: 'delivery', key: 'id', as: 'delivery', found: oldest })}
    where subscriber.id is not null and subscriber.id not in ${list($.fullWebhookIds, 'bigint')}
    limit ${$.limit}`;
});

/** A delivery as its holder names it. */
export interface Claim {
  readonly id: DeliveryId;
  readonly claimId: string;
}

/** What is to be sent of some deliveries; nothing of one that is held under its claim no more, since it was cancelled or taken over. */
export const heldMessages: Statement<{ readonly claims: readonly Claim[] }, DueMessage> = statement(
  (_db, $: { readonly claims: readonly Claim[] }, { table }) => sql<DueMessage>`select delivery.id, webhook.url,
      webhook.secret_sealed as "secretSealed", event.body
    from ${table($.claims, { id: 'bigint', claimId: 'text' })} as held
    inner join delivery on delivery.id = held.id and delivery.claim_id = held."claimId"
    inner join webhook on webhook.id = delivery.webhook_id
    inner join event on event.sequence = delivery.event_sequence`,
);

/** When the first of them is due that is not due yet, or already; null when there is none. */
export const earliestDueAt: Statement<Free, { readonly dueAt: number | null }> = statement(
  (_db, $: Free, { list }) => sql<{ readonly dueAt: number | null }>`${pendingWebhooks(sql`0`)}
    select min(due_at) as "dueAt" from (
      select (select due_at from delivery where state = 'pending' and webhook_id = subscriber.id and lease_until <= ${$.machineNow}
        order by due_at, id limit 1) as due_at
      from subscriber where subscriber.id is not null and subscriber.id not in ${list($.fullWebhookIds, 'bigint')}
      union all select min(due_at) from delivery where state = 'waiting'
    ) as next`,
);

/** How many waits end with one claim at most: the others end with the claims after it. */
const ENDED_MAX = 1_000;

/** Makes pending what has waited until its time. It is read in the order of its time, so that nothing is passed over that still has to wait. */
export const endWaits: Statement<{ readonly now: number }, unknown> = statement((_db, $: { readonly now: number }, { joinEachLocked }) => {
  const ended = sql`from delivery where state = 'waiting' and due_at <= ${$.now} order by due_at limit ${sql.lit(ENDED_MAX)}`;
  return sql<unknown>`update delivery set state = 'pending' where id in (
    select ended.id from (select 1 as one) as once ${joinEachLocked({ table: 'delivery', key: 'id', as: 'ended', found: ended })})`;
});

/** `subscriber`: the webhooks that have something pending, by ascending id, each found by one probe of the index; the last row is null. */
function pendingWebhooks(after: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive subscriber(id) as (
    select min(webhook_id) from delivery where state = 'pending' and webhook_id > ${after}
    union all
    select (select min(webhook_id) from delivery where state = 'pending' and webhook_id > subscriber.id)
    from subscriber where subscriber.id is not null
  )`;
}

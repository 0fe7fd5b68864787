import { contactTypes } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import type { Thing } from '../operations/thing.ts';
import { observerOf } from '../webhooks/observer.ts';

/** Whether the operation acts on an event that was fired before. */
export function isRepeating(operation: OperationId): boolean {
  return effects[operation]?.resource === 'Evento';
}

/** Webhooks at which an awaited event did not arrive. One wait is enough. */
const waitedInVain = new WeakSet<Webhook>();

/**
 * An event that has been delivered. One that still waits for its first delivery would come only once, however often it is requested.
 * @param make makes the event, once there is a webhook that receives it
 */
export async function deliveredEvent(context: CheckContext, company: Company, make: () => Promise<Thing>): Promise<Thing> {
  const observer = await observerOf(context, company).catch(() => undefined);
  const event = await make();
  if (observer === undefined || waitedInVain.has(observer) || !observer.events.includes(contactTypes(context).create)) return event;
  const { endpoint } = observer;
  const isDelivered = (): boolean => endpoint.attempts.some((attempt) => isEvent(eventoOf(attempt), event.id));
  const withinMs = observer.silent ? 0 : context.target.timing.deliveryWithinMs;
  if (!(await context.rest(() => endpoint.arrives(isDelivered, withinMs)))) waitedInVain.add(observer);
  return event;
}

/** Whether it is this event. GUIDs are case-insensitive. */
export function isEvent(evento: Evento | undefined, id: string): boolean {
  return String(evento?.eventGuid).toLowerCase() === id.toLowerCase();
}

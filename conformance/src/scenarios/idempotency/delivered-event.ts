import { contactTypes } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { observerOf } from '../webhooks/observer.ts';

/** Whether it acts on an event that was fired before. */
export function isRepeating(operation: OperationId): boolean {
  return effects[operation]?.resource === 'Evento';
}

/** Webhooks at which an event was waited for in vain: once is enough. */
const waitedInVain = new WeakSet<Webhook>();

/**
 * An event that was delivered: one that still waits for its first delivery comes once, however often it is asked for. The webhook that it is waited for
 * at is there before the event is.
 * @param make makes the event
 */
export async function deliveredEvent(context: CheckContext, company: Company, make: () => Promise<StoredObject>): Promise<StoredObject> {
  const observer = await observerOf(context, company).catch(() => undefined);
  const event = await make();
  if (observer === undefined || waitedInVain.has(observer) || !observer.events.includes(contactTypes(context).create)) return event;
  const { endpoint } = observer;
  const isDelivered = (): boolean => endpoint.attempts.some((attempt) => isEvent(eventoOf(attempt), event.id));
  const withinMs = observer.silent ? 0 : context.target.timing.deliveryWithinMs;
  if (!(await context.rest(() => endpoint.arrives(isDelivered, withinMs)))) waitedInVain.add(observer);
  return event;
}

/** Whether it is this event. GUIDs are compared without regard to case. */
export function isEvent(evento: Evento | undefined, id: string): boolean {
  return String(evento?.eventGuid).toLowerCase() === id.toLowerCase();
}

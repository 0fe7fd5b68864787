import { idOf } from '../../api/identity.ts';
import { eventObjects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsAt, arrivalsOfId } from '../deliveries/arrivals.ts';
import { createContact } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { isEvent, isRepeating } from './delivered-event.ts';
import type { KeyedUse } from './keyed-use.ts';

/** An event type of the contract, under the target's name. */
function typeAt({ target }: CheckContext, type: string): string {
  const [object, action] = type.split('.');
  const setting = Object.entries(eventObjects).find(([, name]) => name === object)?.[0] as keyof typeof eventObjects | undefined;
  return setting === undefined ? type : `${target.surface.eventObjects[setting]}.${action}`;
}

/** What has arrived about each use so far: about its object, or about everything with its name. Each arrival is examined once. */
export function arrivalsByUse(
  context: CheckContext,
  webhook: Webhook,
  uses: readonly KeyedUse[],
): () => ReadonlyMap<KeyedUse, readonly Arrival[]> {
  const byUse = new Map<KeyedUse, Arrival[]>(uses.map((use) => [use, []]));
  let read = 0;
  let { forgettings } = webhook.endpoint;
  return () => {
    if (forgettings !== webhook.endpoint.forgettings) {
      forgettings = webhook.endpoint.forgettings;
      read = 0;
      for (const use of uses) byUse.set(use, []);
    }
    const until = webhook.endpoint.attempts.length;
    for (const arrival of arrivalsAt(webhook, read, until)) {
      for (const [use, arrivals] of byUse) if (isAbout(context, arrival.evento, use)) arrivals.push(arrival);
    }
    read = until;
    return byUse;
  };
}

/** Whether an event is about the object of a use, or about anything with its name. */
function isAbout(context: CheckContext, evento: Evento, { one, object, draft }: KeyedUse): boolean {
  const { resource } = one.effect;
  if (isRepeating(one.operation)) return object !== undefined && isEvent(evento, object.id);
  const { setting, label } = resources[resource];
  if (one.effect.kind === 'create' && label !== undefined && draft?.label !== undefined)
    return memberOf(evento.object, label) === draft.label;
  const isOwn = String(evento.type).startsWith(typeAt(context, `${resource}.`));
  const id = isOwn ? idOf(evento.object, setting) : memberOf(evento.object, `${setting}Id`);
  return object !== undefined && id !== undefined && String(id) === object.id;
}

/** Whether an event that is fired now is delivered. If so, the events that were due before it are too. */
export async function settled(context: CheckContext, { endpoint, company }: Webhook): Promise<boolean> {
  const created = await unlessRefused(createContact(context, company));
  if (created === undefined) return false;
  const came = (): boolean => arrivalsOfId(endpoint, created.id).length > 0;
  return await context.rest(() => endpoint.arrives(came, context.target.timing.deliveryWithinMs));
}

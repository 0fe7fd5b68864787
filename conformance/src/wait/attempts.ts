import { unlessNamedOtherwise } from '../api/event-names.ts';
import type { CheckContext } from '../model/check-context.ts';
import { Inconclusive } from '../model/verdict.ts';
import type { Webhook } from '../model/webhook.ts';
import { isLook } from '../receiver/attempt.ts';
import { notInTime } from './arrives.ts';

/** Waits for attempts at a webhook. @throws Inconclusive if they do not come in time */
export async function awaitAttempts(context: CheckContext, webhook: Webhook, came: () => boolean): Promise<void> {
  if (came()) return;
  if (await context.idle(() => webhook.endpoint.arrives(came, webhook.silent ? 0 : context.target.timing.deliveryWithinMs))) return;
  // One wait is enough to find out that nothing comes at all.
  if (webhook.endpoint.attempts.length === 0) webhook.silent = true;
  if (webhook.endpoint.attempts.length === 0) throw new Inconclusive(noDelivery(context));
  throw new Inconclusive(
    areComing(context, webhook)
      ? notInTime(context)
      : 'deliveries came, but not the expected event: the suite recognises an event by its id, its nome and its Type (surface.eventObjects)',
  );
}

/** Whether deliveries came until just now, so that missing ones may be on their way. */
export function areComing({ target: { timing } }: CheckContext, { endpoint }: Pick<Webhook, 'endpoint'>): boolean {
  const latest = endpoint.attempts.at(-1);
  return latest !== undefined && latest.arrivedAt > Date.now() - timing.deliveryWithinMs / 4;
}

/** The reason if no event of a contact came. It says whether other events came. */
export function noDelivery(context: CheckContext): string {
  const { anagrafica } = context.target.surface.eventObjects;
  const others = context.run.webhooks.all.some(({ endpoint }) => endpoint.attempts.some((attempt) => !isLook(attempt)));
  return others
    ? `other events came, but none for a contact: ${unlessNamedOtherwise(`${anagrafica}.Create`, context.target)}`
    : `no delivery came: check that the target reaches receiver.publicUrl, trusts receiver.caFile, and has events for contacts (surface.eventObjects.anagrafica, now ${anagrafica})`;
}

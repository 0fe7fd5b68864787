import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { draftWebhook, register, update } from '../webhooks/registration.ts';

/** A webhook that a PUT gave another Url, and all types in the place of one. */
export interface MovedWebhook {
  /** As it is now. */
  readonly webhook: Webhook;
  /** Where it was. */
  readonly before: Pick<Webhook, 'endpoint'>;
}

/** @throws Skip, Inconclusive where the target takes no such PUT */
export async function movedWebhook(context: CheckContext, types: readonly string[]): Promise<MovedWebhook> {
  const before = await register(context, await draftWebhook(context, { events: types.slice(0, 1) }));
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  await update(context, before, { Url: url, Events: types });
  return { webhook: { ...before, endpoint, url }, before };
}

import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { draftWebhook, type Registration, register, update, withdraw } from '../webhooks/registration.ts';
import type { Events } from './moved-webhook.ts';

/** Webhooks that came or went between two events of each type. A service that caches whom it told last is wrong about them. */
export interface Newcomers {
  /** Must receive the next event of each type. */
  readonly created: Webhook;
  /** Must receive the next event of the types that a PUT gave them. */
  readonly changed: readonly Webhook[];
  /** Must not receive it. */
  readonly deleted: Webhook;
}

/** Prepares the webhooks before the first events. Call the returned function after them. */
export async function newcomers(context: CheckContext, { events: types, ...audience }: Events): Promise<() => Promise<Newcomers>> {
  const create = async (events: readonly string[]): Promise<Registration> =>
    await register(context, await draftWebhook(context, { ...audience, events }));
  const middle = Math.ceil(types.length / 2);
  const halves = types.length < 2 ? [] : [types.slice(0, middle), types.slice(middle)];
  const deleted = await create(types);
  const waiting: { readonly webhook: Registration; readonly events: readonly string[] }[] = [];
  for (const [index, events] of halves.entries()) waiting.push({ webhook: await create(events), events: halves.at(index - 1) ?? [] });
  return async () => {
    const changed: Webhook[] = [];
    await context.part('giving webhooks other types', async () => {
      for (const { webhook, events } of waiting) {
        await update(context, webhook, { Events: [...events] });
        changed.push({ ...webhook, events });
      }
    });
    await withdraw(context, deleted);
    return { created: await create(types), changed, deleted };
  };
}

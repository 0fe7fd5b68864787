import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { audienceOfCompany } from '../webhooks/audiences.ts';
import { draftWebhook, type Registration, register, update, withdraw } from '../webhooks/registration.ts';

/** Webhooks that came or went between two events of a type. A service that caches whom it told last is wrong about them. */
export interface Newcomers {
  /** Must receive the next event. */
  readonly created: Webhook;
  /** Must receive it too, because a PUT gave it the type; undefined if the target accepts no such PUT. */
  readonly changed: Webhook | undefined;
  /** Must not receive it. */
  readonly deleted: Webhook;
}

/** Prepares the webhooks before the first event. Call the returned function after it. @param other another type */
export async function newcomers(
  context: CheckContext,
  company: Company,
  type: string,
  other: string | undefined,
): Promise<() => Promise<Newcomers>> {
  const audience = await audienceOfCompany(context, company);
  const create = async (events: readonly string[]): Promise<Registration> =>
    await register(context, await draftWebhook(context, { ...audience, events }));
  const deleted = await create([type]);
  const waiting = other === undefined ? undefined : await create([other]);
  return async () => {
    const change = async (webhook: Registration): Promise<Webhook> => {
      await update(context, webhook, { Events: [type] });
      return webhook;
    };
    const changed = waiting && (await context.part(`giving a webhook the type ${type}`, () => change(waiting)));
    await withdraw(context, deleted);
    return { created: await create([type]), changed, deleted };
  };
}

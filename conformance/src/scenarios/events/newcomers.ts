import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { audienceOfCompany } from '../webhooks/audiences.ts';
import { draftWebhook, type Registration, register, update, withdraw } from '../webhooks/registration.ts';

/** Webhooks for a type that came or went after one event of it and before the next: a service that remembers whom it told last is wrong about them. */
export interface Newcomers {
  /** Must be told of the next. */
  readonly created: Webhook;
  /** The same, since a PUT gave it the type; undefined if the target takes no such PUT. */
  readonly changed: Webhook | undefined;
  /** Must not be told of it. */
  readonly deleted: Webhook;
}

/** Prepares them before the first event; to be called after it. @param other another type */
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
    const changed = waiting && (await unlessAbsent(context, `a webhook that is given ${type}`, () => change(waiting)));
    await withdraw(context, deleted);
    return { created: await create([type]), changed, deleted };
  };
}

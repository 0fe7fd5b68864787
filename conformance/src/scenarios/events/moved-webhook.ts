import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Audience } from '../webhooks/audiences.ts';
import { draftWebhook, register, update, updateCall } from '../webhooks/registration.ts';

/** Whom the webhooks are for, and their types. */
type Events = Pick<Audience, 'company' | 'aziendaId'> & Pick<Webhook, 'events'>;

/** A webhook that a PUT gave another Url, and all types in the place of one: the last is new to it, the others it had before. */
export interface MovedWebhook {
  /** As it is now. */
  readonly webhook: Webhook;
  /** Where it was. */
  readonly before: Pick<Webhook, 'endpoint'>;
}

/** @throws Skip, Inconclusive where the target takes no such PUT */
export async function movedWebhook(context: CheckContext, { events: types, ...audience }: Events): Promise<MovedWebhook> {
  const before = await register(
    context,
    await draftWebhook(context, { ...audience, events: types.slice(0, Math.max(1, types.length - 1)) }),
  );
  const narrowed = await update(context, before, { Events: types.slice(0, 1) });
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  await update(context, before, { Url: url, Events: types }, narrowed);
  return { webhook: { ...before, endpoint, url }, before };
}

/** A webhook for all types, of which a PUT left the last one. */
export interface NarrowedWebhook {
  readonly webhook: Webhook;
  readonly type: string;
}

/** Undefined where there is one type alone. @throws Skip, Inconclusive where the target takes no such PUT */
export async function narrowedWebhook(context: CheckContext, { events: types, ...audience }: Events): Promise<NarrowedWebhook | undefined> {
  const type = types.at(-1);
  if (type === undefined || types.length === 1) return undefined;
  const webhook = await register(context, await draftWebhook(context, { ...audience, events: types }));
  await update(context, webhook, { Events: [type] });
  return { webhook, type };
}

/** A webhook for the last type whose PUT of another Url and all types had a stale token, and was refused. */
export interface UnmovedWebhook {
  readonly webhook: Webhook;
  readonly type: string;
  /** Where it would be. */
  readonly elsewhere: Pick<Webhook, 'endpoint'>;
}

/** Undefined where there is one type alone, or the PUT was not refused. @throws Skip, Inconclusive where the target takes no PUT */
export async function unmovedWebhook(context: CheckContext, { events: types, ...audience }: Events): Promise<UnmovedWebhook | undefined> {
  const type = types.at(-1);
  if (type === undefined || types.length === 1) return undefined;
  const webhook = await register(context, await draftWebhook(context, { ...audience, events: [type] }));
  await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const changes = { Url: url, Events: types };
  const answer = await context.send(await updateCall(context, webhook, { changes, token: webhook.concurrencyToken }));
  return isSuccess(answer) ? undefined : { webhook, type, elsewhere: { endpoint } };
}

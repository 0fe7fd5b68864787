import { contactTypes } from '../../api/event-names.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { unlessRefused } from '../unless-refused.ts';
import { inCapitals, withQuery } from './registration.ts';
import { webhookCapabilities } from './webhook-capabilities.ts';

/** The end of a path that leads to an endpoint: the slash in its first part is escaped, and stays so. */
export function escapedTo(name: string): string {
  return `Via%2FConformance/${name}`;
}

/** Gives a webhook another Url: in capitals, with an escape and a query where the target takes them, which is its choice. */
export async function move(context: CheckContext, webhook: Webhook, company: Company, events: readonly string[]): Promise<Webhook> {
  const queried = withQuery(
    webhook.url.slice(0, webhook.url.lastIndexOf('/') + 1) + escapedTo(webhook.url.slice(webhook.url.lastIndexOf('/') + 1)),
  );
  for (const url of [inCapitals(queried), queried]) {
    const moved = { ...webhook, url };
    if (isSuccess(await context.send(await changeCall(context, moved, company, events)))) return moved;
  }
  await change(context, webhook, company, events);
  return webhook;
}

/** @param company undefined for all; answers undefined if a webhook is not moved under the key of the company that it leaves, which is not said to serve */
export async function moveTo(context: CheckContext, company: Company | undefined, webhook: Webhook): Promise<Webhook | undefined> {
  const { create } = contactTypes(context);
  const isMoved = await unlessRefused(change(context, webhook, company, [create]).then(() => true));
  if (!isMoved) context.leaveUnjudged(`a webhook whose AziendaId is changed to ${company?.id ?? 'null'}: the target refuses such a PUT`);
  return isMoved ? webhook : undefined;
}

/** Gives a webhook other types, in one company, or in all where none is given. @throws Inconclusive if the target refuses it */
export async function change(
  context: CheckContext,
  webhook: Webhook,
  company: Company | undefined,
  events: readonly string[],
): Promise<void> {
  await context.prepare(await changeCall(context, webhook, company, events));
}

async function changeCall(context: CheckContext, webhook: Webhook, company: Company | undefined, events: readonly string[]): Promise<Call> {
  const { putsId } = await webhookCapabilities(context);
  const body = {
    ...webhookBody(company, webhook.url, webhook.endpoint.name, events),
    ConcurrencyToken: webhook.concurrencyToken,
    ...(putsId && { Id: identifier(webhook.id) }),
  };
  return (await context.api()).call('updateWebhook', { company: webhook.company, id: webhook.id, body });
}

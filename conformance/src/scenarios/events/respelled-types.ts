import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { byGet, inList } from '../webhooks/webhook-view.ts';

/**
 * A webhook for types that differ from the target's only in the case of their first letter; undefined if the target accepts none, or shows
 * its own types instead.
 */
export async function respelledWebhook(context: CheckContext, company: Company, types: readonly string[]): Promise<Webhook | undefined> {
  const respelled = types.map(otherCase).filter((type) => !types.includes(type));
  if (context.isQuick || respelled.length === 0) return undefined;
  const webhook = await unlessRefused(createWebhook(context, company, respelled, { lasting: true }));
  const view = webhook && ((await byGet(context, webhook)) ?? (await inList(context, webhook)));
  const shown = [memberOf(view?.shown, 'events') ?? []].flat().map(String);
  return respelled.every((type) => shown.includes(type)) && !types.some((type) => shown.includes(type)) ? webhook : undefined;
}

function otherCase(type: string): string {
  const first = type.charAt(0);
  return (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + type.slice(1);
}

import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { firedTypes } from '../webhooks/observer.ts';
import { endingAlike } from '../webhooks/unknown-types.ts';
import { byGet, inList } from '../webhooks/webhook-view.ts';

/** Webhooks that ask for types like the fired ones, as far as the target accepts them. None is created below the standard budget. */
export interface OddWebhooks {
  /** For types that differ in case from the fired ones. */
  readonly respelled: Webhook | undefined;
  /** For types that nothing fires. */
  readonly unfired: Webhook | undefined;
  /** For types that end like fired ones. */
  readonly endingAlike: Webhook | undefined;
}

export async function oddWebhooks(context: CheckContext, company: Company, types: readonly string[]): Promise<OddWebhooks> {
  const create = async (asked: readonly string[]): Promise<Webhook | undefined> =>
    context.isQuick || asked.length === 0 ? undefined : await unlessRefused(createWebhook(context, company, asked, { lasting: true }));
  const respelled = types.map(otherCase).filter((type) => !types.includes(type));
  return {
    respelled: await asAsked(context, await create(respelled), types),
    unfired: await create(unfiredTypes(context)),
    endingAlike: await create(endingAlike(types)),
  };
}

/** What came to such a webhook, if there is one. */
export function arrivalsAtOdd(webhook: Webhook | undefined): readonly Arrival[] {
  return webhook ? arrivalsAt(webhook) : [];
}

/** Undefined if the target shows its own types instead of those that the webhook asked for. */
async function asAsked(context: CheckContext, webhook: Webhook | undefined, types: readonly string[]): Promise<Webhook | undefined> {
  const view = webhook && ((await byGet(context, webhook)) ?? (await inList(context, webhook)));
  const shown = [memberOf(view?.shown, 'events') ?? []].flat().map(String);
  const isShown = webhook?.events.every((type) => shown.includes(type)) === true;
  return isShown && !types.some((type) => shown.includes(type)) ? webhook : undefined;
}

/** The type with its first letter in the other case. */
function otherCase(type: string): string {
  const first = type.charAt(0);
  return (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + type.slice(1);
}

/** Known objects with actions of others. */
function unfiredTypes(context: CheckContext): readonly string[] {
  const fired = firedTypes(context);
  const [objects, kinds] = [0, 1].map((part) => [...new Set(fired.map((type) => type.split('.')[part] ?? ''))]);
  const all = (objects ?? []).flatMap((object) => (kinds ?? []).map((kind) => `${object}.${kind}`));
  return all.filter((type) => !fired.includes(type));
}

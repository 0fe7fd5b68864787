import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { firedTypes } from '../webhooks/observer.ts';

/** A webhook for types that nothing fires: known objects with actions of others. Undefined if the target accepts none of them. */
export async function unfiredWebhook(context: CheckContext, company: Company): Promise<Webhook | undefined> {
  if (context.isQuick) return undefined;
  const fired = firedTypes(context);
  const [objects, kinds] = [0, 1].map((part) => [...new Set(fired.map((type) => type.split('.')[part] ?? ''))]);
  const others = (objects ?? [])
    .flatMap((object) => (kinds ?? []).map((kind) => `${object}.${kind}`))
    .filter((type) => !fired.includes(type));
  return others.length === 0 ? undefined : await unlessRefused(createWebhook(context, company, others, { lasting: true }));
}

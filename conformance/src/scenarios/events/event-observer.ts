import { typeFiredBy } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { operationCases } from '../operations/operation-case.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';

/** A webhook for every event of a company. */
export interface EventObserver {
  readonly webhook: Webhook;
  readonly types: readonly string[];
}

/** Creates one; it gets all that is done in the company, so it should not stay long. @throws Inconclusive where the target takes no type at all */
export async function observeEvents(context: CheckContext, company: Company): Promise<EventObserver> {
  const fired = operationCases(context, company).flatMap(({ operation }) => typeFiredBy(operation, context.target) ?? []);
  const types = [...new Set(fired)];
  const all = await unlessRefused(createWebhook(context, company, types));
  if (all !== undefined) return { webhook: all, types };
  // Not every entity fires every event.
  const taken: string[] = [];
  for (const type of types) if (await unlessRefused(createWebhook(context, company, [type]))) taken.push(type);
  if (taken.length === 0) throw new Inconclusive(`the target creates no webhook for any of ${types.join(', ')}`);
  return { webhook: await createWebhook(context, company, taken), types: taken };
}

import { typeFiredBy } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { isServed } from '../is-served.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook, type HookOptions } from './create-webhook.ts';

/** The webhook that watches a company for the whole run: effects are counted by it. */
export function observerOf(context: CheckContext, company: Company): Promise<Webhook> {
  return context.run.webhooks.observer(company, () => createObserver(context, company));
}

async function createObserver(context: CheckContext, company: Company): Promise<Webhook> {
  const { webhook } = await observeEvents(context, company, { lasting: true });
  return webhook;
}

/** A webhook for every event of a company. */
export interface EventObserver {
  readonly webhook: Webhook;
  readonly types: readonly string[];
}

/** Creates one; it gets all that is done in the company, so it should not stay long. @throws Inconclusive where the target takes no type at all */
export async function observeEvents(context: CheckContext, company: Company, options: HookOptions = {}): Promise<EventObserver> {
  const types = firedTypes(context);
  const all = await unlessRefused(createWebhook(context, company, types, options));
  if (all !== undefined) return { webhook: all, types };
  // Not every entity fires every event.
  const taken: string[] = [];
  for (const type of types) if (await unlessRefused(createWebhook(context, company, [type]))) taken.push(type);
  if (taken.length === 0) throw new Inconclusive(`the target creates no webhook for any of ${types.join(', ')}`);
  const some = await unlessRefused(createWebhook(context, company, taken, options));
  if (some !== undefined) return { webhook: some, types: taken };
  const first = taken.slice(0, 1);
  return { webhook: await createWebhook(context, company, first, options), types: first };
}

/** Every type that the target fires, as it names them. */
export function firedTypes(context: CheckContext): readonly string[] {
  const served = (Object.keys(effects) as OperationId[]).filter((operation) => isServed(context, operation));
  return [...new Set(served.flatMap((operation) => typeFiredBy(operation, context.target) ?? []))];
}

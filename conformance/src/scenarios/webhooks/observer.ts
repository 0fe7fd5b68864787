import { contactTypes, typeFiredBy } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { isServed } from '../is-served.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from './create-webhook.ts';

/** The webhook that watches a company for the whole run: effects are counted by it. */
export function observerOf(context: CheckContext, company: Company): Promise<Webhook> {
  return context.run.webhooks.observer(company, () => createObserver(context, company));
}

/** For all that the target fires; where it does not take all those types, for the events of contacts, or for the first of these alone. */
async function createObserver(context: CheckContext, company: Company): Promise<Webhook> {
  const contacts = Object.values(contactTypes(context));
  for (const events of [firedTypes(context), contacts]) {
    const observer = await unlessRefused(createWebhook(context, company, events, { lasting: true }));
    if (observer !== undefined) return observer;
  }
  return await createWebhook(context, company, contacts.slice(0, 1), { lasting: true });
}

/** Every type that the target fires, as it names them. */
export function firedTypes(context: CheckContext): readonly string[] {
  const served = (Object.keys(effects) as OperationId[]).filter((operation) => isServed(context, operation));
  return [...new Set(served.flatMap((operation) => typeFiredBy(operation, context.target) ?? []))];
}

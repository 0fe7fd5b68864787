import { contactTypes, typeFiredBy } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import type { CheckContext, RunContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook, type HookOptions } from './create-webhook.ts';
import { withdraw } from './registration.ts';

/**
 * The webhook that watches a company for the whole run. In the company where the other rules do the least it receives every event,
 * elsewhere those of contacts.
 */
export function observerOf(context: CheckContext, company: Company): Promise<Webhook> {
  const contacts: readonly string[] = Object.values(contactTypes(context));
  const types = firedTypes(context).filter((type) => isQuietest(context, company) || contacts.includes(type));
  return context.run.webhooks.observer(company, () => observeEvents(context, company, { lasting: true }, types));
}

function isQuietest({ target }: CheckContext, company: Company): boolean {
  return company === target.companies.at(-1);
}

/** A webhook for every event of a company. The checks that need one at the same time share it. */
export interface WatchedEvents {
  readonly webhook: Webhook;
  /** Says that this check needs it no longer. */
  readonly end: () => Promise<void>;
}

interface SharedWatch {
  readonly webhook: Promise<Webhook>;
  users: number;
}

const sharedWatches = new WeakMap<RunContext, Map<Company, SharedWatch>>();

/** Watches every event of a company until the last check that asked for it has ended. */
export async function watchEvents(context: CheckContext, company: Company): Promise<WatchedEvents> {
  if (isQuietest(context, company)) return { webhook: await observerOf(context, company), end: async () => undefined };
  const ofRun = sharedWatches.get(context.run) ?? new Map<Company, SharedWatch>();
  sharedWatches.set(context.run, ofRun);
  const watch = ofRun.get(company) ?? { webhook: observeEvents(context, company, { lasting: true }), users: 0 };
  ofRun.set(company, watch);
  watch.users += 1;
  const leave = (): boolean => {
    watch.users -= 1;
    return watch.users === 0 && ofRun.get(company) === watch && ofRun.delete(company);
  };
  try {
    const webhook = await watch.webhook;
    return { webhook, end: async () => void (leave() && (await withdraw(context, webhook))) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Creates a webhook for every event of a company whose type the target accepts. @throws Inconclusive if it accepts none */
export async function observeEvents(
  context: CheckContext,
  company: Company,
  options: HookOptions = {},
  types: readonly string[] = firedTypes(context),
): Promise<Webhook> {
  const all = await unlessRefused(createWebhook(context, company, types, options));
  if (all !== undefined) return all;
  // Not every entity fires every event.
  const taken: string[] = [];
  for (const type of types) if (await unlessRefused(createWebhook(context, company, [type]))) taken.push(type);
  if (taken.length === 0) throw new Inconclusive(`the target creates no webhook for any of ${types.join(', ')}`);
  const some = await unlessRefused(createWebhook(context, company, taken, options));
  return some ?? (await createWebhook(context, company, taken.slice(0, 1), options));
}

/** Every type that the target fires, as it names them. */
export function firedTypes(context: CheckContext): readonly string[] {
  const served = (Object.keys(effects) as OperationId[]).filter((operation) => isServed(context, operation));
  return [...new Set(served.flatMap((operation) => typeFiredBy(operation, context.target) ?? []))];
}

import { typeFiredBy } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import type { Resource } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { operationCases } from '../operations/operation-case.ts';
import { unlessRefused } from '../unless-refused.ts';
import { isSameName } from '../values/texts.ts';
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

/** Whether an event is about an object, or about what was made from it. */
export function isAboutId(context: CheckContext, { name, setting }: Resource, id: string, { type, object }: Evento): boolean {
  const { eventObjects } = context.target.surface;
  const own = Object.entries(eventObjects).find(([key]) => key === setting)?.[1] ?? name;
  if (String(type).split('.')[0] === own) return idOf(object, setting) === id;
  return isText(memberOf(object, `${setting}Id`), id);
}

/** Whether an event is about an object with a name that nothing else has. */
export function isAboutName({ label }: Resource, name: string, { object }: Evento): boolean {
  return label !== undefined && isSameName(memberOf(object, label), name);
}

function isText(value: Json | undefined, text: string): boolean {
  return value !== undefined && value !== null && String(value) === text;
}

import { contactTypes } from '../../api/event-names.ts';
import type { Beginning } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { times } from '../../wait/times.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { oncePerRun } from '../once-per-run.ts';
import { arrivalsOf, type Contact, createContact, deleteContact } from '../resources/contact-life.ts';
import { isSparing } from '../sparingly.ts';
import { draftWebhook, register, update, withdraw } from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** The events that came to a webhook that asks for a type that fired before, while no webhook asked for it. */
interface AskedLater {
  /** The rule that judges it. */
  readonly rule: 'EVT-08' | 'EVT-12';
  /** Completes the sentence "A webhook ...". */
  readonly how: string;
  readonly type: string;
  /** The arrivals of a later event of the type, after the full time of a delivery. */
  readonly arrivals: () => Promise<readonly Arrival[]>;
}

/** Prepared once per run, before any other webhook asks for these types: a service may cache that none does. Not at the quick budget. */
const askedLater: (context: CheckContext) => Promise<readonly AskedLater[]> = oncePerRun(begin, 'a lost answer');

export const beginAskedLater: Beginning<CheckContext> = {
  what: 'types fire that no webhook asks for, and webhooks ask for them later, at --budget standard and above',
  act: askedLater,
};

async function begin(context: CheckContext): Promise<readonly AskedLater[]> {
  if (context.isQuick || isSparing(context)) return [];
  const types = contactTypes(context);
  // Detecting the capabilities takes a webhook of its own, so it comes first.
  await webhookCapabilities(context);
  const webhook = await webhookFor(context, types.update);
  const [gone, kept] = [await createContact(context, webhook.company), await createContact(context, webhook.company)];
  const changed = await context.part('adding a type to a webhook', async () => {
    await update(context, webhook, { Events: [types.update, types.create] });
    const contact = await createContact(context, webhook.company);
    return await asked(context, webhook, { rule: 'EVT-12', how: 'that a PUT gave a type', type: types.create }, contact);
  });
  const created = await context.part('deletions of contacts', async () => {
    await deleteContact(context, gone);
    const later = await webhookFor(context, types.delete);
    await deleteContact(context, kept);
    return await asked(context, later, { rule: 'EVT-08', how: 'that is created for a type', type: types.delete }, kept);
  });
  return [changed, created].filter((one) => one !== undefined);
}

async function webhookFor(context: CheckContext, type: string): ReturnType<typeof register> {
  const webhook = await register(context, await draftWebhook(context, { events: [type] }));
  // Several rules use it.
  context.run.webhooks.keep(webhook, webhook.company);
  return webhook;
}

async function asked(context: CheckContext, webhook: Webhook, of: Omit<AskedLater, 'arrivals'>, contact: Contact): Promise<AskedLater> {
  const came = (): readonly Arrival[] => arrivalsOf(webhook, of.type, contact);
  if (await webhook.endpoint.until(() => came().length > 0, times.removedAfterMs)) await withdraw(context, webhook);
  const arrivals = async (): Promise<readonly Arrival[]> => {
    await context.rest(() => webhook.endpoint.arrives(() => came().length > 0, context.target.timing.deliveryWithinMs));
    return came();
  };
  return { ...of, arrivals };
}

/** Judges that the events that the current rule is about came, if other webhooks received events of their types. */
export async function judgeAskedLater(context: CheckContext): Promise<void> {
  const all = (await context.part('a type that no webhook asked for before', () => askedLater(context))) ?? [];
  for (const { how, type, arrivals } of all.filter(({ rule }) => rule === context.rule)) {
    const came = await arrivals();
    if (!context.run.webhooks.all.some((webhook) => arrivalsAt(webhook).some(({ evento }) => evento.type === type))) continue;
    context.judge(came.length > 0, {
      message: `A webhook ${how} must receive it from then on, even if no webhook asked for it when it fired before.`,
      expected: type,
      actual: 'nothing, while other webhooks received such events',
    });
  }
}

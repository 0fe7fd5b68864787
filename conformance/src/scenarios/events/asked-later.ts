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

/** A webhook that asks for a type that fired before while no webhook asked for it, and a later event of the type. */
export interface AskedLater {
  readonly type: string;
  /** The arrivals of that event, after the full time of a delivery. */
  readonly arrivals: () => Promise<readonly Arrival[]>;
}

/** Prepared once per run, before any other webhook asks for these types: a service may cache that none does. Not at the quick budget. */
export const askedLater: (context: CheckContext) => Promise<{
  /** The type was added by a PUT. */
  readonly changed: AskedLater | undefined;
  /** The webhook was created for it. */
  readonly created: AskedLater | undefined;
}> = oncePerRun(begin, 'a lost answer');

export const beginAskedLater: Beginning<CheckContext> = {
  what: 'types fire that no webhook asks for, and webhooks ask for them later, at --budget standard and above',
  act: askedLater,
};

async function begin(context: CheckContext): ReturnType<typeof askedLater> {
  if (context.isQuick || isSparing(context)) return { changed: undefined, created: undefined };
  const { create, update: changed } = contactTypes(context);
  // Detecting the capabilities takes a webhook of its own, so it comes first.
  await webhookCapabilities(context);
  const webhook = await webhookFor(context, changed);
  const contact = await createContact(context, webhook.company);
  return {
    changed: await context.part('adding a type to a webhook', async () => {
      await update(context, webhook, { Events: [changed, create] });
      return await asked(context, webhook, create, await createContact(context, webhook.company));
    }),
    created: await context.part('deletions of contacts', () => deletions(context, contact)),
  };
}

async function deletions(context: CheckContext, contact: Contact): Promise<AskedLater> {
  const { delete: deletion } = contactTypes(context);
  const other = await createContact(context, contact.company);
  await deleteContact(context, contact);
  const webhook = await webhookFor(context, deletion);
  await deleteContact(context, other);
  return await asked(context, webhook, deletion, other);
}

async function webhookFor(context: CheckContext, type: string): ReturnType<typeof register> {
  const webhook = await register(context, await draftWebhook(context, { events: [type] }));
  // Several rules use it.
  context.run.webhooks.keep(webhook, webhook.company);
  return webhook;
}

async function asked(context: CheckContext, webhook: Webhook, type: string, contact: Contact): Promise<AskedLater> {
  const came = (): readonly Arrival[] => arrivalsOf(webhook, type, contact);
  if (await webhook.endpoint.until(() => came().length > 0, times.removedAfterMs)) await withdraw(context, webhook);
  return {
    type,
    arrivals: async () => {
      await context.rest(() => webhook.endpoint.arrives(() => came().length > 0, context.target.timing.deliveryWithinMs));
      return came();
    },
  };
}

/** Judges that the event came, if other webhooks received events of its type. */
export async function judgeAskedLater(context: CheckContext, { type, arrivals }: AskedLater, how: string): Promise<void> {
  const came = await arrivals();
  if (!context.run.webhooks.all.some((webhook) => arrivalsAt(webhook).some(({ evento }) => evento.type === type))) return;
  context.judge(came.length > 0, {
    message: `A webhook ${how} must receive it from then on, even if no webhook asked for it when it fired before.`,
    expected: type,
    actual: 'nothing, while other webhooks received such events',
  });
}

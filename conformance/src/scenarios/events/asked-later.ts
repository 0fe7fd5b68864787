import { contactTypes } from '../../api/event-names.ts';
import type { Beginning } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { times } from '../../wait/times.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { oncePerRun } from '../once-per-run.ts';
import { arrivalsOf, type Contact, createContact, deleteContact } from '../resources/contact-life.ts';
import { isSparing } from '../sparingly.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { draftWebhook, register, update, withdraw } from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** A webhook that asked for a type once it had been fired while nothing asked for it, and an event of the type since. */
export interface AskedLater {
  readonly type: string;
  /** What has come of it, once it has had the time to come. */
  readonly arrivals: () => Promise<readonly Arrival[]>;
}

/** Prepared once in a run, before any other webhook asks for them: a service may remember that nothing does. None below the standard budget. */
export const askedLater: (context: CheckContext) => Promise<{
  /** The type was added by a PUT. */
  readonly changed: AskedLater | undefined;
  /** The webhook was created for it. */
  readonly created: AskedLater | undefined;
}> = oncePerRun(begin, 'a lost answer');

export const beginAskedLater: Beginning<CheckContext> = {
  what: 'types are fired that nothing asks for, and asked for since, at --budget standard and above',
  act: askedLater,
};

async function begin(context: CheckContext): ReturnType<typeof askedLater> {
  if (context.isQuick || isSparing(context)) return { changed: undefined, created: undefined };
  const { create, update: changed } = contactTypes(context);
  // What is learned with another webhook is learned before.
  await webhookCapabilities(context);
  const webhook = await webhookFor(context, changed);
  const contact = await createContact(context, webhook.company);
  return {
    changed: await unlessAbsent(context, 'a webhook that is given a type', async () => {
      await update(context, webhook, { Events: [changed, create] });
      return await asked(context, webhook, create, await createContact(context, webhook.company));
    }),
    created: await unlessAbsent(context, 'deletions of contacts', () => deletions(context, contact)),
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
  // Several rules look at it.
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

/** Judges that it came, where other webhooks got events of its type. */
export async function judgeAskedLater(context: CheckContext, { type, arrivals }: AskedLater, how: string): Promise<void> {
  const came = await arrivals();
  if (!context.run.webhooks.all.some((webhook) => arrivalsAt(webhook).some(({ evento }) => evento.type === type))) return;
  context.judge(came.length > 0, {
    message: `A webhook ${how} must receive it from then on, though nothing asked for it when it was fired before.`,
    expected: type,
    actual: 'nothing, while other webhooks got such events',
  });
}

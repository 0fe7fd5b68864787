import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { nothing } from '../../wait/arrives.ts';
import { type Arrival, arrivalsOfId } from '../deliveries/arrivals.ts';
import { createContact } from '../resources/contact-life.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  registered,
  update,
  updateCall,
  withdraw,
} from '../webhooks/registration.ts';

/**
 * Webhooks that no longer ask for creations of contacts, although their earlier requests, which did, were retried; and one that still asks
 * for them.
 */
export interface OldSubscriptions {
  readonly control: Webhook;
  readonly old: readonly { readonly webhook: Webhook; readonly what: string }[];
  /** The id of the contact that was created after the retries. */
  readonly id: string;
}

/** Undefined if the target creates no webhook for contacts. */
export async function oldSubscriptions(context: CheckContext): Promise<OldSubscriptions | undefined> {
  return await context.part('webhooks for contacts', async () => {
    const control = await register(context, await draftWebhook(context, { events: [contactTypes(context).create] }));
    const old: { readonly webhook: Webhook; readonly what: string }[] = [];
    for (const [what, make] of ways) {
      const webhook = await context.part(what, () => make(context));
      if (webhook !== undefined) old.push({ webhook, what });
    }
    const { id } = await createContact(context, context.target.companies[0]);
    return { control, old, id };
  });
}

/** Judges that a retry brought back no subscription (IDEM-04). */
export async function judgeOldSubscriptions(context: CheckContext, { control, old, id }: OldSubscriptions): Promise<void> {
  const arrived = ({ endpoint }: Webhook): readonly Arrival[] => arrivalsOfId(endpoint, id);
  const came = (): boolean => arrived(control).length > 0;
  if (!(await context.rest(() => control.endpoint.arrives(came, context.target.timing.deliveryWithinMs)))) return;
  const all = [control, ...old.map(({ webhook }) => webhook)];
  await nothing(context, all, () => all.flatMap((webhook) => arrived(webhook).map(({ attempt }) => attempt)));
  for (const { webhook, what } of old) {
    context.judge(arrived(webhook).length === 0, {
      message: `A retry of ${what} must not bring back the events that it asked for.`,
      expected: 'no delivery',
      actual: `${arrived(webhook).length} deliveries of ${contactTypes(context).create}`,
    });
  }
  await withdraw(context, ...all);
}

const ways: readonly (readonly [what: string, make: (context: CheckContext) => Promise<Webhook>])[] = [
  [
    'the creation of a webhook that was changed since',
    (context) => retriedCreation(context, (webhook) => update(context, webhook, { Events: [contactTypes(context).delete] })),
  ],
  ['the creation of a webhook that was deleted since', (context) => retriedCreation(context, (webhook) => withdraw(context, webhook))],
  ['a change of a webhook that was changed since', retriedChange],
];

async function retriedCreation(context: CheckContext, since: (webhook: Registration) => Promise<unknown>): Promise<Webhook> {
  const draft = await draftWebhook(context, { events: [contactTypes(context).create] });
  const call = await creationCall(context, draft, context.freshKey());
  const webhook = registered(context, draft, await context.prepare(call));
  await since(webhook);
  await context.send(call);
  return webhook;
}

async function retriedChange(context: CheckContext): Promise<Webhook> {
  const { create, delete: deletion } = contactTypes(context);
  const webhook = await register(context, await draftWebhook(context, { events: [deletion] }));
  const call = await updateCall(context, webhook, { changes: { Events: [create] }, key: context.freshKey() });
  webhook.answer = await context.prepare(call);
  await update(context, webhook, { Events: [deletion] });
  await context.send(call);
  return webhook;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext, RunContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { instead, isSignedBy } from '../deliveries/signed-by.ts';
import { arrivalsOf, type Contact, createContact } from '../resources/contact-life.ts';
import { isSparing } from '../sparingly.ts';
import { observerOf } from '../webhooks/observer.ts';
import type { Registration } from '../webhooks/registration.ts';

/** An event, and the attempts to deliver it to each webhook. */
export interface DeliveredEvent {
  readonly contact: Contact;
  readonly deliveries: (webhook: Webhook) => readonly Attempt[];
}

/**
 * Creates a contact. Waits until the run's observer of the company gets the event, and until the webhooks get it or the time is up.
 * @param isOwn whether no other rule may use the contact
 * @throws Inconclusive if not even the observer gets it, since that says nothing about the others
 */
export async function fireEvent(
  context: CheckContext,
  webhooks: readonly Webhook[],
  company: Company = context.target.companies[0],
  isOwn = false,
): Promise<DeliveredEvent> {
  const { create } = contactTypes(context);
  const observer = await observerOf(context, company);
  const contact = isOwn ? await createContact(context, company) : await sharedContact(context, company);
  const deliveries = (webhook: Webhook): readonly Attempt[] => arrivalsOf(webhook, create, contact).map(({ attempt }) => attempt);
  await awaitAttempts(context, observer, () => deliveries(observer).length > 0);
  const { deliveryWithinMs } = context.target.timing;
  await Promise.all(webhooks.map((webhook) => webhook.endpoint.arrives(() => deliveries(webhook).length > 0, deliveryWithinMs)));
  return { contact, deliveries };
}

const gathering = new WeakMap<RunContext, Map<string, Promise<Contact>>>();

/** If contacts cannot be deleted, rules that need one at about the same time share it. */
async function sharedContact(context: CheckContext, company: Company): Promise<Contact> {
  if (!isSparing(context)) return await createContact(context, company);
  const ofRun = gathering.get(context.run) ?? new Map<string, Promise<Contact>>();
  gathering.set(context.run, ofRun);
  const known = ofRun.get(company.id);
  if (known !== undefined) return await context.idle(() => known);
  const made = context
    .idle(() => sleep(times.sharedAfterMs))
    .then(async () => {
      ofRun.delete(company.id);
      return await createContact(context, company);
    });
  ofRun.set(company.id, made);
  return await made;
}

/** Fires an event for each webhook, by a contact of its company. A webhook for all companies gets one of the first company. */
export async function fireForEach(
  context: CheckContext,
  webhooks: readonly Registration[],
  isOwn = false,
): Promise<Pick<DeliveredEvent, 'deliveries'>> {
  const [first] = context.target.companies;
  const byWebhook = new Map<Webhook, DeliveredEvent>();
  for (const company of context.target.companies) {
    const meant = webhooks.filter(({ body: { AziendaId } }) => String(AziendaId ?? first.id) === company.id);
    if (meant.length === 0) continue;
    const reached = await fireEvent(context, meant, company, isOwn);
    for (const webhook of meant) byWebhook.set(webhook, reached);
  }
  return { deliveries: (webhook) => byWebhook.get(webhook)?.deliveries(webhook) ?? [] };
}

/** Judges that a delivery verifies with the secret of its webhook and, if another secret is given, not with that. */
export function judgeSecret(
  context: CheckContext,
  webhook: Webhook,
  reached: Pick<DeliveredEvent, 'deliveries'>,
  what: string,
  other?: string,
): void {
  const [attempt] = reached.deliveries(webhook);
  if (attempt === undefined) throw new Inconclusive(`no delivery came to ${what}`);
  const own = isSignedBy(context, webhook.secret, attempt);
  if (own === undefined) throw new Inconclusive('a delivery carried no t and v2');
  const others = other !== undefined && isSignedBy(context, other, attempt) === true;
  context.judge(own && !others, {
    message: `A delivery to ${what} must verify with the secret from its creation, and with no other.`,
    expected: 'a v2 made with the secret of the creation',
    actual: others
      ? 'one made with the secret that the client sent'
      : own
        ? 'it verifies'
        : `another v2${instead(context, webhook, attempt)}`,
    about: { [JUDGED]: attempt },
  });
}

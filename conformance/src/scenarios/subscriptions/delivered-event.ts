import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Delivery } from '../../model/delivery.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Hook } from '../../model/webhook.ts';
import { awaitDeliveries } from '../deliveries/await-deliveries.ts';
import { isSignedBy } from '../deliveries/signed-by.ts';
import { arrivalsOf, type Contact, createContact } from '../resources/contact-life.ts';
import { observerOf } from '../webhooks/create-webhook.ts';
import type { Registration } from '../webhooks/registration.ts';

/** An event, what each hook got of it, and whether the control did. */
export interface DeliveredEvent {
  readonly contact: Contact;
  readonly deliveries: (hook: Hook) => readonly Delivery[];
}

/**
 * Creates a contact and waits until the run's observer of the company got the event, and the hooks too where they do.
 * @throws Inconclusive when not even the observer did: nothing can be said about the others then.
 */
export async function fireEvent(
  context: CheckContext,
  hooks: readonly Hook[],
  company: Company = context.target.companies[0],
): Promise<DeliveredEvent> {
  const { create } = contactTypes(context);
  const observer = await observerOf(context, company);
  const contact = await createContact(context, company);
  const deliveries = (hook: Hook): readonly Delivery[] => arrivalsOf(hook, create, contact).map(({ delivery }) => delivery);
  await awaitDeliveries(context, observer, () => deliveries(observer).length > 0);
  const { deliveryWithinMs } = context.target.timing;
  await Promise.all(hooks.map((hook) => hook.endpoint.until(() => deliveries(hook).length > 0, deliveryWithinMs)));
  return { contact, deliveries };
}

/** Tells each hook by a contact of a company that it is for: those for all companies by one of the first. */
export async function fireForEach(context: CheckContext, hooks: readonly Registration[]): Promise<Pick<DeliveredEvent, 'deliveries'>> {
  const [first] = context.target.companies;
  const told = new Map<Hook, DeliveredEvent>();
  for (const company of context.target.companies) {
    const meant = hooks.filter(({ body: { AziendaId } }) => String(AziendaId ?? first.id) === company.id);
    if (meant.length === 0) continue;
    const reached = await fireEvent(context, meant, company);
    for (const hook of meant) told.set(hook, reached);
  }
  return { deliveries: (hook) => told.get(hook)?.deliveries(hook) ?? [] };
}

/** Judges that what a hook got verifies with its secret and, where one is given, not with another. */
export function judgeSecret(
  context: CheckContext,
  hook: Hook,
  reached: Pick<DeliveredEvent, 'deliveries'>,
  what: string,
  other?: string,
): void {
  const [delivery] = reached.deliveries(hook);
  if (delivery === undefined) throw new Inconclusive(`no delivery came for ${what}`);
  const own = isSignedBy(context, hook.secret, delivery);
  if (own === undefined) throw new Inconclusive('a delivery carried no t and v2');
  const others = other !== undefined && isSignedBy(context, other, delivery) === true;
  context.judge(own && !others, {
    message: `A delivery for ${what} must verify with the secret that its creation answered, and with no other.`,
    expected: 'a v2 made with the secret of the creation',
    actual: others ? 'one made with the secret that the client sent' : 'another v2',
  });
}

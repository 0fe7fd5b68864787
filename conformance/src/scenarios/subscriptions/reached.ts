import type { Trial } from '../../engine/trial.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Delivery } from '../../receiver/delivery.ts';
import { isSignedBy } from '../deliveries/signed-by.ts';
import { arrivalsOf, type Contact, contactTypes, createContact } from '../resources/contact-life.ts';
import type { Registration } from '../webhooks/registration.ts';
import { awaitDeliveries, type Hook } from '../webhooks/webhooks.ts';

/** An event, what each hook got of it, and whether the control did. */
export interface Reached {
  readonly contact: Contact;
  readonly deliveries: (hook: Hook) => readonly Delivery[];
}

/**
 * Creates a contact and waits until the run's observer of the company heard of it, and the hooks too where they do.
 * @throws Inconclusive when not even the observer did: nothing can be said about the others then.
 */
export async function tellHooks(trial: Trial, hooks: readonly Hook[], company: Company = trial.target.companies[0]): Promise<Reached> {
  const { create } = contactTypes(trial);
  const observer = await trial.bench.webhooks.observer(trial, company);
  const contact = await createContact(trial, company);
  const deliveries = (hook: Hook): readonly Delivery[] => arrivalsOf(hook, create, contact).map(({ delivery }) => delivery);
  await awaitDeliveries(trial, observer, () => deliveries(observer).length > 0);
  const { deliveryWithinMs } = trial.target.timing;
  await Promise.all(hooks.map((hook) => hook.endpoint.until(() => deliveries(hook).length > 0, deliveryWithinMs)));
  return { contact, deliveries };
}

/** Tells each hook by a contact of a company that it is for: those for all companies by one of the first. */
export async function tellEach(trial: Trial, hooks: readonly Registration[]): Promise<Pick<Reached, 'deliveries'>> {
  const [first] = trial.target.companies;
  const told = new Map<Hook, Reached>();
  for (const company of trial.target.companies) {
    const meant = hooks.filter(({ body: { AziendaId } }) => String(AziendaId ?? first.id) === company.id);
    if (meant.length === 0) continue;
    const reached = await tellHooks(trial, meant, company);
    for (const hook of meant) told.set(hook, reached);
  }
  return { deliveries: (hook) => told.get(hook)?.deliveries(hook) ?? [] };
}

/** Judges that what a hook got verifies with its secret and, where one is given, not with another. */
export function judgeSecret(trial: Trial, hook: Hook, reached: Pick<Reached, 'deliveries'>, what: string, other?: string): void {
  const [delivery] = reached.deliveries(hook);
  if (delivery === undefined) throw new Inconclusive(`no delivery came for ${what}`);
  const own = isSignedBy(trial, hook.secret, delivery);
  if (own === undefined) throw new Inconclusive('a delivery carried no t and v2');
  const others = other !== undefined && isSignedBy(trial, other, delivery) === true;
  trial.judge(own && !others, {
    message: `A delivery for ${what} must verify with the secret that its creation answered, and with no other.`,
    expected: 'a v2 made with the secret of the creation',
    actual: others ? 'one made with the secret that the client sent' : 'another v2',
  });
}

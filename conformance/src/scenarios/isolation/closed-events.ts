import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { nothing } from '../../wait/nothing.ts';
import { arrivalsAt } from '../deliveries/arrivals.ts';
import { holdsText } from '../operations/holds-text.ts';
import { arrivalsOf, createContact, quietestCompany } from '../resources/contact-life.ts';
import { adoptWebhook } from '../webhooks/create-webhook.ts';
import { observerOf } from '../webhooks/observer.ts';
import { draftWebhook } from '../webhooks/registration.ts';
import { closedCompanies } from './closed-companies.ts';
import { livedIn } from './lived-objects.ts';

/** Judges that a webhook for all companies receives no event, of any type, of a company that its user has no access to (EVT-07). */
export async function judgeClosedEvents(context: CheckContext): Promise<void> {
  const closed = context.isQuick ? undefined : await closedCompanies(context);
  const [company] = closed?.companies ?? [];
  if (closed === undefined || company === undefined) return;
  const [shared] = context.target.companies;
  const { create } = contactTypes(context);
  const { events } = await observerOf(context, quietestCompany(context));
  const api = await context.api();
  const draft = await draftWebhook(context, { company: shared, events });
  const created = await context.send(
    closed.asOther(api.call('createWebhook', { company: shared, body: { ...draft.body, AziendaId: null } })),
  );
  if (!isSuccess(created)) return;
  const webhook = adoptWebhook(context, created, { ...draft, events });
  const strange = await livedIn(context, company);
  // The control: a later event of a company that they have access to.
  const witness = await createContact(context, shared);
  const came = await webhook.endpoint.arrives(
    () => arrivalsOf(webhook, create, witness).length > 0,
    context.target.timing.deliveryWithinMs,
  );
  await nothing(context, [webhook], () => arrivalsAt(webhook).map(({ attempt }) => attempt));
  const stray = arrivalsAt(webhook).find(({ evento }) => strange.some((label) => holdsText(evento.object, label)));
  await context.send(closed.asOther(api.call('deleteWebhook', { company: shared, id: webhook.id })));
  if (!came) return context.leaveUnjudged('the deliveries to another user: nothing came to their webhook');
  context.judge(stray === undefined, {
    message: `A webhook with AziendaId null must not receive events of company ${company.id}, which its user has no access to.`,
    expected: 'no event of that company',
    actual: String(stray?.evento.type),
    about: { 'came to a webhook of the other user': stray?.attempt },
  });
}

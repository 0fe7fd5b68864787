import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { arrivalsAt, isSameEvent } from '../../scenarios/deliveries/arrivals.ts';
import { judgeMissed } from '../../scenarios/events/alike-webhooks.ts';
import { type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { arrivalsKnownByName, isStray } from '../../scenarios/events/known-by-name.ts';
import { closedCompanies } from '../../scenarios/isolation/listed-companies.ts';
import { livedIn } from '../../scenarios/isolation/lived-objects.ts';
import { holdsText } from '../../scenarios/operations/holds-text.ts';
import { arrivalsOf, createContact, quietestCompany } from '../../scenarios/resources/contact-life.ts';
import { adoptWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { draftWebhook } from '../../scenarios/webhooks/registration.ts';
import { nothing } from '../../wait/arrives.ts';

/** EVT-07: a webhook receives only its AziendaId's events, of whatever type; null receives all companies'. */
export const evt07: Check = check('EVT-07', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  if (context.target.companies.length < 2) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const scenario = await eventScenario(context);
  const fired = scenario.steps.filter(({ arrivals }) => arrivals().length > 0);
  for (const company of context.target.companies) {
    if (!fired.some((step) => step.company === company)) throw new Inconclusive(`no event of company ${company.id} came`);
  }
  // Decided by the objects that the event names, not by its CompanyId, which EVT-05 judges.
  const stranger = arrivalsKnownByName(scenario).find(isStray);
  context.judge(stranger === undefined, {
    message: `The webhook of company ${stranger?.subscription.company?.id} must not receive events of another company.`,
    expected: 'nothing of another company',
    actual: `${String(stranger?.evento.type)} of company ${String(stranger?.evento.companyId)}`,
    about: { [JUDGED]: stranger?.attempt },
  });
  judgeEverywhere(context, scenario);
  await context.part("companies that a webhook's user has no access to", () => judgeClosedEvents(context));
});

function judgeEverywhere(context: CheckContext, { subscriptions, shared, missed }: EventScenario): void {
  judgeMissed(
    context,
    missed.filter(({ everyCompany }) => everyCompany),
    (what) => `A webhook with AziendaId null must receive the events of every company, even if it ${what}.`,
  );
  for (const { webhook, types } of subscriptions.filter(({ company }) => company === undefined)) {
    for (const step of shared.filter(({ type, arrivals }) => types.includes(type) && arrivals().length > 0)) {
      const came = arrivalsAt(webhook).some((arrival) => step.arrivals().some((other) => isSameEvent(arrival, other)));
      context.judge(came, {
        message: `A webhook with AziendaId null must receive the events of company ${step.company.id}.`,
        expected: `${step.type} of company ${step.company.id}`,
        actual: 'nothing',
      });
    }
  }
}

/** Judges that a webhook for all companies receives no event, of any type, of a company that its user has no access to (EVT-07). */
async function judgeClosedEvents(context: CheckContext): Promise<void> {
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

import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import { arrivalsEverywhere, type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { arrivalsKnownByName, isAtItsCompany, isStray } from '../../scenarios/events/known-by-name.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';

/** EVT-05: CompanyId is the company in which the event occurred, for every event, every webhook and every attempt. */
export const evt05: Check = check('EVT-05', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const judge = (evento: Evento | undefined, companyId: string, attempt: Attempt): void =>
    context.judge(String(evento?.companyId) === companyId, {
      message: `${String(evento?.type)} must name the company in which it occurred.`,
      expected: `CompanyId ${companyId}`,
      actual: String(evento?.companyId),
      about: { [JUDGED]: attempt },
    });
  const scenario = await eventScenario(context);
  const companies = new Map<string, string>();
  for (const { company, arrivals } of scenario.steps) {
    for (const { evento, attempt } of arrivals()) {
      judge(evento, company.id, attempt);
      const guid = String(evento.eventGuid);
      // A guid that two companies share says nothing. EVT-04 judges that.
      companies.set(guid, (companies.get(guid) ?? company.id) === company.id ? company.id : '');
    }
  }
  // Either its object or its company is wrong.
  const stray = arrivalsKnownByName(scenario).find((arrival) => isStray(arrival) && isAtItsCompany(arrival));
  context.judge(stray === undefined, {
    message: `${String(stray?.evento.type)} must name the company in which it occurred.`,
    expected: `CompanyId ${stray?.steps[0]?.company.id}`,
    actual: String(stray?.evento.companyId),
    about: { [JUDGED]: stray?.attempt },
  });
  if (companies.size === 0) throw new Inconclusive('no event came whose company is known');
  for (const { evento, attempt } of arrivalsEverywhere(scenario)) {
    const company = companies.get(String(evento.eventGuid));
    if (company) judge(evento, company, attempt);
  }
  judgeAlike(context, scenario);
  const { events = [] } = (await retriedDeliveries(context)) ?? {};
  for (const { attempt } of events.flatMap(({ attempts }) => attempts)) judge(eventoOf(attempt), context.target.companies[0].id, attempt);
});

/** A CompanyId may be a number or a string, but has the same type in every event. */
function judgeAlike(context: CheckContext, scenario: EventScenario): void {
  const all = arrivalsEverywhere(scenario);
  const usual = typeof all[0]?.evento.companyId;
  const other = all.find(({ evento }) => typeof evento.companyId !== usual);
  context.judge(other === undefined, {
    message: `The CompanyId of ${String(other?.evento.type)} must have the same JSON type as in other events.`,
    expected: `a ${usual}, as in ${String(all[0]?.evento.type)}`,
    actual: `a ${typeof other?.evento.companyId}`,
    about: { [JUDGED]: other?.attempt },
  });
}

import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { memberOf } from '../../model/json.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { type Arrival, arrivalsAt, isSameEvent } from '../../scenarios/deliveries/arrivals.ts';
import { instead } from '../../scenarios/events/alike-webhooks.ts';
import { type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';
import type { TakenStep } from '../../scenarios/events/step.ts';
import { judgeClosedEvents } from '../../scenarios/isolation/closed-events.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** EVT-07: a webhook receives only its AziendaId's events, of whatever type; null receives all companies'. */
export const evt07: Check = check('EVT-07', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  if (context.target.companies.length < 2) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const scenario = await eventScenario(context);
  const fired = scenario.steps.filter(({ arrivals }) => arrivals().length > 0);
  for (const company of context.target.companies) {
    if (!fired.some((step) => step.company === company)) throw new Inconclusive(`no event of company ${company.id} came`);
  }
  for (const { webhook, company } of scenario.subscriptions) {
    const stranger = company && arrivalsAt(webhook).find((arrival) => isOfAnother(scenario, arrival, company.id));
    context.judge(stranger === undefined, {
      message: `The webhook of company ${company?.id} must not receive events of another company.`,
      expected: 'nothing of another company',
      actual: `${String(stranger?.evento.type)} of company ${String(stranger?.evento.companyId)}`,
      about: { [JUDGED]: stranger?.attempt },
    });
  }
  judgeEverywhere(context, scenario);
  await context.part("companies that a webhook's user has no access to", () => judgeClosedEvents(context));
});

/** Decided by the steps that the event may be about, not by its CompanyId, which EVT-05 judges. */
function isOfAnother({ steps }: EventScenario, arrival: Arrival, companyId: string): boolean {
  const happened = steps.filter((step) => isAbout(arrival, step));
  return happened.length > 0 && happened.every(({ company }) => company.id !== companyId);
}

/** By the nome, which no object of another company has, or else by the EventGuid. */
function isAbout({ evento }: Arrival, { type, sent, arrivals }: TakenStep): boolean {
  if (evento.type !== type) return false;
  const nome = memberOf(evento.object, 'nome');
  if (nome !== undefined) return isSameName(nome, String(memberOf(sent(), 'nome')));
  return arrivals().some((other) => other.evento.eventGuid === evento.eventGuid);
}

function judgeEverywhere(context: CheckContext, { subscriptions, shared, missed }: EventScenario): void {
  for (const one of missed.filter(({ everyCompany }) => everyCompany)) {
    const types = [...new Set(one.missed.map(({ evento }) => String(evento.type)))];
    context.judge(types.length === 0, {
      message: `A webhook with AziendaId null must receive the events of every company, even if it ${one.what}.`,
      expected: types.join(', '),
      ...instead(one),
    });
  }
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

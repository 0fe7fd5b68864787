import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { type Arrival, arrivals } from '../../scenarios/deliveries/heard.ts';
import { type EventScene, eventScene, type Happening } from '../../scenarios/events/event-scene.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** EVT-07: a webhook receives only its AziendaId's events, of whatever type; null receives all companies'. */
export const evt07: Check = check('EVT-07', { isolation: 'quiet', weight: 1 }, async (context) => {
  if (context.target.companies.length < 2) throw new Skip('only one company is configured: add a second one to companies');
  const scene = await eventScene(context);
  const fired = scene.happenings.filter(({ heard }) => heard().length > 0);
  for (const company of context.target.companies) {
    if (!fired.some((happening) => happening.company === company)) throw new Inconclusive(`no event of company ${company.id} came`);
  }
  for (const { hook, company } of scene.listeners) {
    const stranger = company && arrivals(hook).find((arrival) => isOfAnother(scene, arrival, company.id));
    context.judge(stranger === undefined, {
      message: `The webhook of company ${company?.id} must not receive events of another company.`,
      expected: 'nothing of another company',
      actual: `${String(stranger?.evento.type)} of company ${String(stranger?.evento.companyId)}`,
    });
  }
  judgeEverywhere(context, scene);
});

/** By what happened in another company alone, not by the company that the event names: EVT-05 judges that. */
function isOfAnother({ happenings }: EventScene, arrival: Arrival, companyId: string): boolean {
  const happened = happenings.filter((happening) => isAbout(arrival, happening));
  return happened.length > 0 && happened.every(({ company }) => company.id !== companyId);
}

/** By the nome, which nothing else has in another company, or else by the EventGuid. */
function isAbout({ evento }: Arrival, { type, sent, heard }: Happening): boolean {
  if (evento.type !== type) return false;
  const nome = memberOf(evento.object, 'nome');
  if (nome !== undefined) return isSameName(nome, String(memberOf(sent(), 'nome')));
  return heard().some((other) => other.evento.eventGuid === evento.eventGuid);
}

function judgeEverywhere(context: CheckContext, { listeners, happenings }: EventScene): void {
  for (const { hook, types } of listeners.filter(({ company }) => company === undefined)) {
    for (const happening of happenings.filter(({ type, heard }) => types.includes(type) && heard().length > 0)) {
      const came = arrivals(hook).some((arrival) => happening.heard().some((other) => isSameEvent(arrival, other)));
      context.judge(came, {
        message: `A webhook with AziendaId null must receive the events of company ${happening.company.id}.`,
        expected: `${happening.type} of company ${happening.company.id}`,
        actual: 'nothing',
      });
    }
  }
}

/** By the EventGuid, or where EVT-04 finds it broken by the object. */
function isSameEvent({ evento }: Arrival, { evento: other }: Arrival): boolean {
  if (evento.type !== other.type) return false;
  const [id, companyId] = [idOf(evento.object), String(evento.companyId)];
  return evento.eventGuid === other.eventGuid || (id !== undefined && id === idOf(other.object) && companyId === String(other.companyId));
}

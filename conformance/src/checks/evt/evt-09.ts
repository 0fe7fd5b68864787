import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { arrivalsEverywhere, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { judgeLast } from '../../scenarios/events/last-events.ts';

/** EVT-09: Emit fires when a Documento is issued, in every company, and not before. */
export const evt09: Check = check('EVT-09', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  const type = `${context.target.surface.eventObjects.documento}.Emit`;
  const issued = scenario.steps.filter((step) => step.type === type);
  if (issued.length === 0) throw scenario.noDocuments ?? new Skip('no document was issued');
  if (!scenario.types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, context.target)}`);
  const everywhere = arrivalsEverywhere(scenario);
  for (const { arrivals, id, company } of issued) {
    // The event may arrive after the wait has ended. A document can be issued only once, so there is no second try.
    const isOwn = ({ evento, subscription }: (typeof everywhere)[number]): boolean =>
      evento.type === type && subscription.company === company && id() !== undefined && idOf(evento.object, 'documento') === id();
    // EVT-03 judges an Object without an id. It counts as this document, since no other was issued in this step.
    const came = arrivals().some(({ evento }) => [id(), undefined].includes(idOf(evento.object, 'documento'))) || everywhere.some(isOwn);
    context.judge(came, {
      message: `Issuing a document of company ${company.id} must fire Emit.`,
      expected: `${type} for document ${id()}`,
      actual: arrivals().length === 0 ? 'nothing' : `${type} for other documents`,
    });
  }
  judgeLast(
    context,
    scenario.last.filter((event) => event.type === type),
  );
  const early = everywhere.find(({ evento }) => evento.type === type && scenario.unissued.includes(idOf(evento.object, 'documento') ?? ''));
  context.judge(early === undefined, {
    message: 'A document that was created but not issued must not fire Emit.',
    expected: 'nothing',
    actual: `${type} for document ${idOf(early?.evento.object, 'documento')}`,
    about: { [JUDGED]: early?.attempt },
  });
});

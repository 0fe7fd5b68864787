import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { judgeEachFired } from '../../scenarios/events/cause.ts';
import { arrivalsEverywhere, eventScenario } from '../../scenarios/events/event-scenario.ts';

/** EVT-09: Emit fires when a Documento is issued, in every company, and not before. */
export const evt09: Check = check('EVT-09', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  const type = `${context.target.surface.eventObjects.documento}.Emit`;
  const issued = scenario.steps.filter((step) => step.type === type);
  if (issued.length === 0) throw scenario.noDocuments ?? new Skip('no document was issued');
  if (!scenario.types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, context.target)}`);
  const everywhere = arrivalsEverywhere(scenario);
  for (const step of issued) {
    const { id, company } = step;
    // The event may arrive after the wait has ended. A document can be issued only once, so there is no second try. EVT-03 judges an Object
    // without an id. It counts as this document, since no other was issued in this step.
    const came =
      step.own().some(({ evento }) => [id, undefined].includes(idOf(evento.object, 'documento'))) ||
      everywhere.some(({ evento, subscription }) => subscription.company === company && step.isOwn(evento));
    context.judge(came, {
      message: `Issuing a document of company ${company.id} must fire Emit.`,
      expected: `${type} for document ${id}`,
      actual: step.count() === 0 ? 'nothing' : `${type} for other documents`,
    });
  }
  judgeEachFired(
    context,
    scenario.last.filter((cause) => cause.type === type),
  );
  const unissued = scenario.steps.flatMap(({ isUnissued, id }) => (isUnissued ? (id ?? []) : []));
  const early = everywhere.find(({ evento }) => evento.type === type && unissued.includes(idOf(evento.object, 'documento') ?? ''));
  context.judge(early === undefined, {
    message: 'A document that was created but not issued must not fire Emit.',
    expected: 'nothing',
    actual: `${type} for document ${idOf(early?.evento.object, 'documento')}`,
    about: { [JUDGED]: early?.attempt },
  });
});

import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import { judgeEachFired } from '../../scenarios/events/cause.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';

/** EVT-10: Export fires when a FatturaElettronicaXml is created or exported, in every company. */
export const evt10: Check = check('EVT-10', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const { steps, types, last, noDocuments } = await eventScenario(context);
  const type = `${context.target.surface.eventObjects.xml}.Export`;
  const exported = steps.filter((step) => step.type === type);
  if (exported.length === 0) throw noDocuments ?? lacking('no document can be exported (surface.documentoExport)');
  if (!types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, context.target)}`);
  judgeEachFired(context, [...exported, ...last.filter((cause) => cause.type === type)]);
  await context.part('repeated exports of one document', async () => {
    const { all } = await firedEvents(context);
    judgeEachFired(
      context,
      all.filter((one) => one.type === type && one.once.count() > 0).map(({ amid }) => amid),
    );
  });
});

import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import type { Arrival } from '../../scenarios/deliveries/arrivals.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeLast } from '../../scenarios/events/last-events.ts';

/** EVT-10: Export fires when a FatturaElettronicaXml is created or exported, in every company. */
export const evt10: Check = check('EVT-10', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const { steps, types, last, noDocuments } = await eventScenario(context);
  const type = `${context.target.surface.eventObjects.xml}.Export`;
  const exported = steps.filter((step) => step.type === type);
  if (exported.length === 0) throw noDocuments ?? lacking('no document can be exported (surface.documentoExport)');
  if (!types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, context.target)}`);
  for (const { arrivals, company } of exported) {
    context.judge(arrivals().length > 0, {
      message: `Exporting a document of company ${company.id} must fire Export.`,
      expected: type,
      actual: 'nothing',
    });
  }
  judgeLast(
    context,
    last.filter((event) => event.type === type),
  );
  await context.part('repeated exports of one document', () => judgeEach(context, type));
});

/** A document that is exported again fires Export again. */
async function judgeEach(context: CheckContext, type: string): Promise<void> {
  for (const { type: fired, operation, once, amid } of (await firedEvents(context)).all) {
    const guidsOf = (arrivals: readonly Arrival[]): number =>
      new Set(arrivals.flatMap(({ evento }) => (evento.type === type ? [evento.eventGuid] : []))).size;
    if (fired !== type || guidsOf(once) === 0) continue;
    context.judge(guidsOf(amid.arrivals) >= amid.executed, {
      message: `${operation} must fire Export each time, even for the same document.`,
      expected: `${amid.executed} events`,
      actual: `${guidsOf(amid.arrivals)} events`,
    });
  }
}

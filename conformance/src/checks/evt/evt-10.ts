import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';

/** EVT-10: Export fires when a FatturaElettronicaXml is created or exported, in every company. */
export const evt10: Check = check('EVT-10', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const { steps, types, noDocuments } = await eventScenario(context);
  const type = `${context.target.surface.eventObjects.xml}.Export`;
  const exported = steps.filter((step) => step.type === type);
  if (exported.length === 0)
    throw noDocuments ?? new Skip('surface.documentoExport is null: no document can be exported', 'surface lacks operations');
  if (!types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, context.target)}`);
  for (const { arrivals, company } of exported) {
    context.judge(arrivals().length > 0, {
      message: `Exporting a document of company ${company.id} must fire Export.`,
      expected: type,
      actual: 'nothing',
    });
  }
});

import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { eventScene } from '../../scenarios/events/event-scene.ts';

/** EVT-10: Export fires when a FatturaElettronicaXml is created or exported, in every company. */
export const evt10: Check = check('EVT-10', { isolation: 'quiet', weight: 1 }, async (context) => {
  const { happenings, types, noDocuments } = await eventScene(context);
  const type = `${context.target.surface.eventObjects.xml}.Export`;
  const exported = happenings.filter((happening) => happening.type === type);
  if (exported.length === 0) throw new Skip(noDocuments ?? 'surface.documentoExport is null: no document can be exported');
  if (!types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, context.target)}`);
  for (const { heard, company } of exported) {
    context.judge(heard().length > 0, {
      message: `Exporting a document of company ${company.id} must fire Export.`,
      expected: type,
      actual: 'nothing',
    });
  }
});

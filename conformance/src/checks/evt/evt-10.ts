import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { type Check, exclusiveCheck } from '../../model/check.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { eventScene } from '../../scenarios/events/event-scene.ts';

/** EVT-10: Export fires when a FatturaElettronicaXml is created or exported, in every company. */
export const evt10: Check = exclusiveCheck('EVT-10', async (trial) => {
  const { happenings, types, noDocuments } = await eventScene(trial);
  const type = `${trial.target.surface.eventObjects.xml}.Export`;
  const exported = happenings.filter((happening) => happening.type === type);
  if (exported.length === 0) throw new Skip(noDocuments ?? 'surface.documentoExport is null: no document can be exported');
  if (!types.includes(type))
    throw new Inconclusive(`the target creates no webhook for ${type}: ${unlessNamedOtherwise(type, trial.target)}`);
  for (const { heard, company } of exported) {
    trial.judge(heard().length > 0, {
      message: `Exporting a document of company ${company.id} must fire Export.`,
      expected: type,
      actual: 'nothing',
    });
  }
});

import { arrivals } from '../../probe/contact-life.ts';
import { issuedDocument } from '../../probe/documents.ts';
import { type Check, check } from '../../run/check.ts';

/** EVT-10: Export fires when a FatturaElettronicaXml is created or exported. */
export const evt10: Check = check('EVT-10', async (trial) => {
  const [company] = trial.target.companies;
  const type = `${trial.target.surface.eventObjects.xml}.Export`;
  const hook = await trial.bench.webhooks.create(trial, company, [type]);
  const id = await issuedDocument(trial, company);
  await trial.prepare((await trial.api()).call('exportFatturaElettronicaXml', { company, id }));
  await hook.endpoint.until(() => arrivals(hook).length > 0, trial.target.timing.deliveryWithinMs);
  const types = arrivals(hook).map(({ evento }) => String(evento.type));
  trial.judge(types.includes(type), {
    message: 'Exporting a document must fire Export.',
    expected: type,
    actual: types.join(', ') || 'nothing',
  });
});

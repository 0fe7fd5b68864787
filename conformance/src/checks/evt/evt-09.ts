import { arrivals } from '../../probe/contact-life.ts';
import { issuedDocument } from '../../probe/documents.ts';
import { type Check, check } from '../../run/check.ts';
import { idOf } from '../../target/identity.ts';

/** EVT-09: Emit fires when a Documento is issued. */
export const evt09: Check = check('EVT-09', async (trial) => {
  const [company] = trial.target.companies;
  const type = `${trial.target.surface.eventObjects.documento}.Emit`;
  const hook = await trial.bench.webhooks.create(trial, company, [type]);
  const id = await issuedDocument(trial, company);
  const came = (): boolean => arrivals(hook).some(({ evento }) => evento.type === type && idOf(evento.object, 'documento') === id);
  await hook.endpoint.until(came, trial.target.timing.deliveryWithinMs);
  trial.judge(came(), {
    message: 'Issuing a document must fire Emit.',
    expected: `${type} with document ${id}`,
    actual: `${arrivals(hook).length} other events`,
  });
});

import { type Check, exclusiveCheck } from '../../model/check.ts';
import { arrivalsOf, awaitEvent, contactTypes, createContact } from '../../scenarios/resources/contact-life.ts';

/** Events while one endpoint hangs; the others must not wait for it. */
const events = 5;
/** How long the hanging endpoint keeps each connection: what waits for them in turn is late. */
const silentForMs = 3_000;

/** DLV-08: one endpoint that hangs or fails does not delay the others. */
export const dlv08: Check = exclusiveCheck('DLV-08', async (trial) => {
  const [company] = trial.target.companies;
  const { deliveryWithinMs } = trial.target.timing;
  const { create } = contactTypes(trial);
  const { webhooks } = trial.bench;
  const quick = await webhooks.create(trial, company, [create]);
  // The control: what comes late without them is not delayed by them.
  await awaitEvent(trial, quick, create, await createContact(trial, company));
  await webhooks.create(trial, company, [create], { script: () => ({ silentForMs }) });
  await webhooks.create(trial, company, [create], { script: () => ({ status: 500 }) });
  for (let event = 0; event < events; event += 1) {
    const contact = await createContact(trial, company);
    const came = await quick.endpoint.until(() => arrivalsOf(quick, create, contact).length > 0, deliveryWithinMs);
    trial.judge(came, {
      message: 'A hanging and a failing endpoint must not delay the others.',
      expected: `the event within ${deliveryWithinMs} ms`,
      actual: 'nothing',
    });
  }
});

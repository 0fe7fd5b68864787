import { arrivals, contactTypes, createContact } from '../../probe/contact-life.ts';
import { type Check, check } from '../../run/check.ts';
import { awaitDeliveries } from '../../target/webhooks.ts';

const eventType = /^[^.]+\.(Create|Update|Delete|Emit|Export)$/;

/** EVT-02: Type is {Object}.{EventType}. */
export const evt02: Check = check('EVT-02', async (trial) => {
  const [company] = trial.target.companies;
  const { create } = contactTypes(trial);
  const hook = await trial.bench.webhooks.create(trial, company, [create]);
  await createContact(trial, company);
  await awaitDeliveries(trial, hook, () => arrivals(hook).length > 0);
  for (const { evento } of arrivals(hook)) {
    trial.judge(typeof evento.type === 'string' && eventType.test(evento.type), {
      message: 'Type must name the object and the event type.',
      expected: `{Object}.{EventType}, here ${create}`,
      actual: String(evento.type),
    });
  }
});

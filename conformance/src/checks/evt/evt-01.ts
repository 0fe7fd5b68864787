import { contactTypes, createContact } from '../../probe/contact-life.ts';
import { eventoOf } from '../../receiver/delivery.ts';
import { type Check, check } from '../../run/check.ts';
import { awaitDeliveries } from '../../target/webhooks.ts';

/** EVT-01: an event is sent as an HTTPS POST with a JSON body, an Evento with its five members, in either casing. */
export const evt01: Check = check('EVT-01', async (trial) => {
  for (const company of trial.target.companies) {
    const hook = await trial.bench.webhooks.create(trial, company, [contactTypes(trial).create]);
    await createContact(trial, company);
    await awaitDeliveries(trial, hook, () => hook.endpoint.deliveries.length > 0);
    for (const delivery of hook.endpoint.deliveries) {
      trial.judge(delivery.method === 'POST', { message: 'An event must be posted.', expected: 'POST', actual: delivery.method });
      const evento = eventoOf(delivery);
      trial.judge(evento !== undefined, {
        message: 'The body must be JSON.',
        expected: 'JSON',
        actual: delivery.body.toString('utf8').slice(0, 200),
      });
      const missing = Object.entries(evento ?? {}).flatMap(([name, value]) => (value === undefined ? [name] : []));
      trial.judge(missing.length === 0, {
        message: 'An Evento must have all its members.',
        expected: 'Type, Object, EventGuid, CompanyId and ApplicationId, in either casing',
        actual: `no ${missing.join(', no ')}`,
      });
    }
  }
});

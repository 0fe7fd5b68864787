import { type Check, exclusiveCheck } from '../../model/check.ts';
import { eventoOf, isLook } from '../../receiver/delivery.ts';
import { eventScene } from '../../scenarios/events/event-scene.ts';

/** EVT-01: an event is sent as an HTTPS POST with a JSON body, an Evento with its five members, in either casing. */
export const evt01: Check = exclusiveCheck('EVT-01', async (trial) => {
  const { listeners } = await eventScene(trial);
  for (const delivery of listeners.flatMap(({ hook }) => hook.endpoint.deliveries.filter((one) => !isLook(one)))) {
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
});

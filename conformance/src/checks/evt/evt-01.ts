import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { eventoOf, isLook } from '../../receiver/attempt.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';

/** EVT-01: an event is sent as an HTTPS POST with a JSON body, an Evento with its five members, in either casing. */
export const evt01: Check = check('EVT-01', { isolation: 'quiet', weight: 2, awaitsDelivery: true }, async (context) => {
  const { subscriptions, varied } = await eventScenario(context);
  const told = [...subscriptions, varied];
  for (const attempt of told.flatMap(({ webhook }) => webhook.endpoint.attempts.filter((one) => !isLook(one)))) {
    context.judge(attempt.method === 'POST', {
      message: 'An event must be sent as a POST.',
      expected: 'POST',
      actual: attempt.method,
      about: { [JUDGED]: attempt },
    });
    const evento = eventoOf(attempt);
    context.judge(evento !== undefined, {
      message: 'The body of an event must be JSON.',
      expected: 'JSON',
      actual: attempt.body.toString('utf8').slice(0, 200),
      about: { [JUDGED]: attempt },
    });
    const missing = Object.entries(evento ?? {}).flatMap(([name, value]) => (value === undefined ? [name] : []));
    context.judge(missing.length === 0, {
      message: 'An Evento must have all its members.',
      expected: 'Type, Object, EventGuid, CompanyId and ApplicationId, in either casing',
      actual: `no ${missing.join(', no ')}`,
      about: { [JUDGED]: attempt },
    });
  }
});

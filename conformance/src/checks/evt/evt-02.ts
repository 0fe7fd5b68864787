import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Attempt } from '../../model/webhook.ts';
import { type Evento, eventoOf, isLook } from '../../receiver/attempt.ts';
import { arrivalsEverywhere, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';

const EVENT_TYPE = /^[^.]+\.(Create|Update|Delete|Emit|Export)$/;

/** EVT-02: Type is {Object}.{EventType}, for every event and on every attempt. */
export const evt02: Check = check('EVT-02', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const judge = (evento: Evento | undefined, attempt: Attempt): void =>
    context.judge(typeof evento?.type === 'string' && EVENT_TYPE.test(evento.type), {
      message: 'Type must name an object and a known event type.',
      expected: '{Object}.{EventType}',
      actual: String(evento?.type),
      about: { [JUDGED]: attempt },
    });
  for (const { evento, attempt } of arrivalsEverywhere(await eventScenario(context))) judge(evento, attempt);
  const { webhooks = [] } = (await retriedDeliveries(context)) ?? {};
  for (const attempt of webhooks.flatMap(({ endpoint }) => endpoint.attempts)) if (!isLook(attempt)) judge(eventoOf(attempt), attempt);
});

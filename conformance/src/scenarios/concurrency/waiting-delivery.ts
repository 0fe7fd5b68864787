import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf, sameJson, writeJson } from '../../model/json.ts';
import { arrivalsOf, awaitEvent, createContact } from '../resources/contact-life.ts';
import { shownDeliveries } from '../retries/shown-deliveries.ts';
import { draftWebhook, register, update, updateCall, withdraw } from '../webhooks/registration.ts';

/** Judges that a stale PUT does not change a delivery that waits for a retry, if a log shows it. */
export async function judgeWaitingDelivery(context: CheckContext): Promise<void> {
  if (context.isQuick) return;
  const [company] = context.target.companies;
  const { create, update: other } = contactTypes(context);
  const webhook = await register(context, await draftWebhook(context, { events: [create], script: () => ({ status: 500 }) }));
  await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
  const contact = await createContact(context, company);
  const { evento } = await awaitEvent(context, webhook, create, contact);
  const event = { type: create, eventGuid: String(evento.eventGuid) };
  const look = async (): Promise<Json | undefined> => {
    const [shown] = await shownDeliveries(context, company, webhook, [event], isTried);
    return shown?.read;
  };
  const before = await look();
  if (before === undefined || !isTried(before)) return;
  const changes = { Description: `${webhook.endpoint.name} stale`, Events: [other] };
  const answer = await context.send(await updateCall(context, webhook, { changes, token: webhook.concurrencyToken }));
  if (isSuccess(answer)) return;
  const after = await look();
  // A retry may have arrived meanwhile.
  const isTriedAgain = arrivalsOf(webhook, create, contact).length > 1;
  context.judge(isTriedAgain || sameJson(before, after), {
    message: 'A PUT with a stale token must not change a delivery that waits for a retry.',
    expected: writeJson(before),
    actual: writeJson(after ?? null),
    about: { 'the refused PUT': answer },
  });
  await withdraw(context, webhook);
}

function isTried(delivery: Json): boolean {
  return Number(memberOf(delivery, 'attemptCount')) >= 1;
}

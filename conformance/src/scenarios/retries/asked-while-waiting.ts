import { contactTypes } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { untilNoted } from '../../wait/due.ts';
import { arrivalsOf, awaitEvent, createContact, refusingOwn } from '../resources/contact-life.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';

/** Judges that a redelivery on demand comes at once even to a webhook for which the event waits for a retry (EVT-14). */
export async function judgeAskedWhileWaiting(context: CheckContext): Promise<void> {
  if (context.isQuick || !isServed(context, 'redeliverEvento')) return;
  const [company] = context.target.companies;
  const { create } = contactTypes(context);
  const waiting = await createWebhook(context, company, [create], { script: refusingOwn(context) });
  const confirming = await createWebhook(context, company, [create]);
  const contact = await createContact(context, company);
  const count = (webhook: Webhook): number => arrivalsOf(webhook, create, contact).length;
  const [{ evento }] = [await awaitEvent(context, waiting, create, contact), await awaitEvent(context, confirming, create, contact)];
  await untilNoted(context);
  const [refused, confirmed] = [count(waiting), count(confirming)];
  const answer = await context.send((await context.api()).call('redeliverEvento', { company, id: String(evento.eventGuid) }));
  const isSent = (): boolean => count(confirming) > confirmed;
  const came = isSuccess(answer) && (await confirming.endpoint.arrives(isSent, context.target.timing.deliveryWithinMs));
  // The control: a later event comes to the same webhook.
  const later = came ? await createContact(context, company) : undefined;
  if (later !== undefined) {
    await awaitEvent(context, waiting, create, later);
    await context.rest(() => waiting.endpoint.until(() => count(waiting) > refused, context.target.timing.quietMs));
    context.judge(count(waiting) > refused, {
      message: `A redelivery of ${create} must also come to a webhook for which the event waits for a retry.`,
      expected: 'another delivery, as to a webhook that had confirmed it',
      actual: 'nothing',
      about: { 'refused before': arrivalsOf(waiting, create, contact).map(({ attempt }) => attempt) },
    });
  }
  await withdraw(context, waiting, confirming);
}

import { contactTypes } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import { awaitEvent, createContact } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { readUntil, shown } from './shown-deliveries.ts';

/**
 * Judges that the log shows an attempt whose connection was refused (EVT-14), if the receiver has more than one port.
 * @throws Inconclusive if the target cannot reach them
 */
export async function judgeRefusedConnection(context: CheckContext): Promise<void> {
  if (context.isQuick || !isServed(context, 'getEvento')) return;
  const [company] = context.target.companies;
  const { create } = contactTypes(context);
  const opened = await context.run.webhooks.openAside(context.rule);
  const webhook = opened && (await unlessRefused(createWebhook(context, company, [create], { at: opened })));
  if (opened === undefined || webhook === undefined) return;
  await awaitEvent(context, webhook, create, await createContact(context, company));
  await opened.port.shut();
  // The control: another webhook receives the same event.
  const control = await createWebhook(context, company, [create]);
  const { evento } = await awaitEvent(context, control, create, await createContact(context, company));
  const countOf = (delivery: Json | undefined): number => Number(memberOf(delivery, 'attemptCount'));
  const delivery = await readUntil(context, company, webhook, String(evento.eventGuid), (one) => countOf(one) >= 1);
  await withdraw(context, webhook, control);
  const attempts = memberOf(delivery, 'attempts');
  const isNoted = attempts === undefined || (Array.isArray(attempts) && attempts.length === countOf(delivery));
  context.judge(delivery === undefined || (countOf(delivery) >= 1 && isNoted), {
    message: `getEvento must show an attempt (${create}) whose connection was refused.`,
    expected: 'at least one attempt, each of them shown',
    actual: shown(delivery),
  });
}

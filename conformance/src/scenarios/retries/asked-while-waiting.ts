import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { Beginning } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { quiet } from '../deliveries/quiet.ts';
import { isServed } from '../is-served.ts';
import { oncePerRun } from '../once-per-run.ts';
import { arrivalsOf, awaitEvent, createContact, refusingOwn } from '../resources/contact-life.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { untilNoted } from './until-noted.ts';

/** An event that was asked for while it waited for a retry, and came to a webhook that had confirmed it. */
interface AskedWhileWaiting {
  readonly type: string;
  /** What the webhook had refused of it that it waited for. */
  readonly refused: readonly Attempt[];
  /** What came there since. */
  readonly again: readonly Attempt[];
}

/** Prepared once in a run, beside all rules, since nothing may come for a while. Undefined where nothing came, and below the standard budget. */
const askedWhileWaiting: (context: CheckContext) => Promise<AskedWhileWaiting | undefined> = oncePerRun(ask, 'a lost answer');

export const beginAskedWhileWaiting: Beginning<CheckContext> = {
  what: 'an event is asked for while it waits for a retry, at --budget standard and above',
  act: async (context) => {
    askedWhileWaiting(context).catch(() => undefined);
  },
};

async function ask(context: CheckContext): Promise<AskedWhileWaiting | undefined> {
  if (context.isQuick || !isServed(context, 'redeliverEvento')) return undefined;
  const [company] = context.target.companies;
  const { create: type } = contactTypes(context);
  const waiting = await createWebhook(context, company, [type], { script: refusingOwn(context) });
  const confirming = await createWebhook(context, company, [type]);
  const contact = await createContact(context, company);
  const attempts = (webhook: Webhook): readonly Attempt[] => arrivalsOf(webhook, type, contact).map(({ attempt }) => attempt);
  const [{ evento }] = [await awaitEvent(context, waiting, type, contact), await awaitEvent(context, confirming, type, contact)];
  await untilNoted(context);
  const [refused, confirmed] = [attempts(waiting), attempts(confirming).length];
  const answer = await context.send((await context.api()).call('redeliverEvento', { company, id: String(evento.eventGuid) }));
  const isSent = (): boolean => attempts(confirming).length > confirmed;
  if (!isSuccess(answer) || !(await confirming.endpoint.until(isSent, context.target.timing.deliveryWithinMs))) return undefined;
  // The control: what is fired after that comes to the same webhook.
  await awaitEvent(context, waiting, type, await createContact(context, company));
  await quiet(context, [waiting], () => attempts(waiting));
  const again = attempts(waiting).slice(refused.length);
  await withdraw(context, waiting, confirming);
  return { type, refused, again };
}

/** Judges that an event which waits for a retry is sent again at once when it is asked for, as to a webhook that has confirmed it (EVT-14). */
export async function judgeAskedWhileWaiting(context: CheckContext): Promise<void> {
  const asked = await askedWhileWaiting(context);
  if (asked === undefined) return;
  context.judge(asked.again.length > 0, {
    message: `${asked.type} that is delivered again must come to a webhook too to which it waits for a retry.`,
    expected: 'another delivery, as to a webhook that had confirmed it',
    actual: 'nothing',
    about: { 'refused before': asked.refused },
  });
}

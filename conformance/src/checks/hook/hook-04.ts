import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { fireForEach, judgeSecret } from '../../scenarios/subscriptions/delivered-event.ts';
import { type Audience, audienceOf, audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type WebhookDraft, withdraw } from '../../scenarios/webhooks/registration.ts';
import { webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** Webhooks with one Url that are created at once, and then one after another, each for the next audience. */
const TOGETHER = 6;
const AFTERWARDS = 4;

/** HOOK-04: the service generates Secret; the answer to the creation holds it in full; no two webhooks share one. */
export const hook04: Check = check('HOOK-04', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const everyone = await audiences(context);
  const draft = await draftWebhook(context);
  const secrets = [await secretOf(context, await creationCall(context, draft))];
  // If the target refuses a second webhook with the same Url, each webhook gets its own Url.
  const repeated = await context.send(await creationCall(context, draft));
  const next = async (audience: Audience): Promise<WebhookDraft> =>
    isSuccess(repeated)
      ? { ...draft, company: audience.company, body: { ...draft.body, AziendaId: audience.aziendaId } }
      : await draftWebhook(context, audience);
  const create = async (turn: number): Promise<string> =>
    secretOf(context, await creationCall(context, await next(audienceOf(everyone, turn))));
  if (isSuccess(repeated)) secrets.push(String(memberOf(webhookOf(repeated), 'secret')));
  secrets.push(...(await Promise.all(Array.from({ length: context.upTo(TOGETHER) }, (_, turn) => create(turn)))));
  for (let turn = 0; turn < context.upTo(AFTERWARDS); turn += 1) secrets.push(await create(turn));
  context.judge(new Set(secrets).size === secrets.length, {
    message: 'No two webhooks may share a secret.',
    expected: `${secrets.length} secrets`,
    actual: `${new Set(secrets).size} different secrets`,
  });
  const webhooks = await registerEach(context, everyone, { events: [contactTypes(context).create] });
  const reached = await fireForEach(context, webhooks);
  for (const webhook of webhooks) judgeSecret(context, webhook, reached, 'a new webhook');
  await withdraw(context, ...webhooks);
});

async function secretOf(context: CheckContext, call: Parameters<CheckContext['send']>[0]): Promise<string> {
  const answer = await context.sendRightful(call, '2xx with the secret');
  const secret = memberOf(webhookOf(answer), 'secret');
  context.judge(isSuccess(answer) && typeof secret === 'string' && secret !== '', {
    message: 'The answer to the creation of a webhook must hold its secret.',
    expected: '2xx with a secret that is not empty',
    actual: `${answer.status}, ${typeof secret === 'string' ? 'an empty secret' : 'no secret'}`,
  });
  return String(secret);
}

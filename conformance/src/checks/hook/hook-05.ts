import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { fireForEach, judgeSecret } from '../../scenarios/subscriptions/delivered-event.ts';
import { changeCharacter } from '../../scenarios/values/wrong-secret.ts';
import { type Audience, audienceOf, audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  registered,
  tryUpdates,
  update,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-05: a Secret sent by the client, on POST or on PUT, is refused or ignored, never used. */
export const hook05: Check = check('HOOK-05', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const events = [contactTypes(context).create];
  const everyone = await audiences(context);
  // The control: the same webhooks without Secret are created.
  const changed = await registerEach(context, everyone, { events });
  const [{ secret }] = changed;
  // A secret of the same form is the most likely to be accepted. A client that sends back the whole answer of GET sends null.
  const sent = changeCharacter(secret, Math.floor(secret.length / 2));
  const sendings = context.some<JsonObject>([{ Secret: sent }, { Secret: null }, { Secret: '' }, { secret: sent }]);
  const posted: Registration[] = [];
  for (const [turn, sending] of sendings.entries()) {
    const webhook = await postSecret(context, audienceOf(everyone, turn), events, sending);
    if (webhook !== undefined) posted.push(webhook);
  }
  for (const [turn, webhook] of changed.entries()) {
    const Description = `${webhook.endpoint.name} changed`;
    // The control: the same PUT without Secret is accepted.
    const latest = turn === 0 ? await update(context, webhook, { Description }) : webhook.answer;
    const puts = sendings.filter((_sending, index) => index % changed.length === turn);
    const bodies = puts.map((sending) => ({ Description, ...sending }));
    await tryUpdates(context, webhook, bodies, latest);
  }
  const webhooks = [...changed, ...posted];
  const reached = await fireForEach(context, webhooks);
  for (const webhook of webhooks) judgeSecret(context, webhook, reached, 'a webhook for which the client sent a Secret', sent);
  await withdraw(context, ...webhooks);
});

/** Undefined if the target refuses, which it may. */
async function postSecret(
  context: CheckContext,
  audience: Audience,
  events: readonly string[],
  sending: JsonObject,
): Promise<Registration | undefined> {
  const draft = await draftWebhook(context, { ...audience, events });
  const answer = await context.sendJudged(await creationCall(context, { ...draft, body: { ...draft.body, ...sending } }), 'any answer');
  if (!isSuccess(answer)) return undefined;
  const secret = memberOf(webhookOf(answer), 'secret');
  const taken = secret === undefined ? undefined : Object.values(sending).find((value) => value === secret);
  context.judge(taken === undefined, {
    message: 'A Secret that the client sends must not become the secret of the webhook.',
    expected: 'a secret that the service generated',
    actual: taken === null || taken === '' ? `none, after ${writeJson(sending)}` : 'the one that was sent',
  });
  return registered(context, draft, answer);
}

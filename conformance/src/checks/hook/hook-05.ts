import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { fireForEach, judgeSecret } from '../../scenarios/subscriptions/delivered-event.ts';
import { changeCharacter } from '../../scenarios/values/wrong-secret.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { withdraw } from '../../scenarios/webhooks/registration.ts';
import { tryMembers } from '../../scenarios/webhooks/tried-members.ts';

/** HOOK-05: a Secret sent by the client, on POST or on PUT, is refused or ignored, never used. */
export const hook05: Check = check('HOOK-05', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  // The control: the same webhooks without Secret are created.
  const plain = await registerEach(context, await audiences(context), { events: [contactTypes(context).create] });
  const [{ secret }] = plain;
  // A secret of the same form is the most likely to be accepted. A client that sends back the whole answer of GET sends null.
  const other = changeCharacter(secret, Math.floor(secret.length / 2));
  const secrets = context.some<JsonObject>([{ Secret: other }, { Secret: null }, { Secret: '' }, { secret: other }]);
  const webhooks = await tryMembers(context, plain, secrets, (method, sent, webhook) => {
    const shown = memberOf(webhook, 'secret');
    const taken = shown === undefined ? undefined : Object.values(sent).find((value) => value === shown);
    context.judge(method === 'PUT' || taken === undefined, {
      message: 'A Secret that the client sends must not become the secret of the webhook.',
      expected: 'a secret that the service generated',
      actual: taken === null || taken === '' ? `none, after ${writeJson(sent)}` : 'the one that was sent',
    });
  });
  const reached = await fireForEach(context, webhooks);
  for (const webhook of webhooks) judgeSecret(context, webhook, reached, 'a webhook for which the client sent a Secret', other);
  await withdraw(context, ...webhooks);
});

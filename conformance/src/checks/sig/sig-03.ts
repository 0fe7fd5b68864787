import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { instead, isSignedBy, signed } from '../../scenarios/deliveries/signed-by.ts';
import { subscribedWebhooks } from '../../scenarios/events/judged-attempts.ts';
import { arrivalsOf, createContact, renameContact } from '../../scenarios/resources/contact-life.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';

/** Deliveries of a webhook that are also tried with the secrets of all other webhooks. Each costs one hash per secret. */
const TRIED_WITH_ALL = 2;

/** SIG-03: each webhook's deliveries verify with its own secret and no other. */
export const sig03: Check = check('SIG-03', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const { webhooks: watched = [] } = (await retriedDeliveries(context)) ?? {};
  const { all: webhooks } = context.run.webhooks;
  const secrets = webhooks.map(({ secret }) => secret);
  context.judge(new Set(secrets).size === secrets.length, {
    message: 'Two webhooks must not share a secret.',
    expected: `${secrets.length} secrets`,
    actual: `${new Set(secrets).size} secrets`,
  });
  for (const webhook of [...watched, ...(await subscribedWebhooks(context))]) {
    for (const [index, attempt] of webhook.endpoint.attempts.entries()) {
      const made = signed(context, attempt);
      if (made === undefined) continue;
      const verifies = ({ secret }: Webhook): boolean => made.verifiesWith(secret);
      const other = index < TRIED_WITH_ALL ? webhooks.find((candidate) => candidate !== webhook && verifies(candidate)) : undefined;
      context.judge(verifies(webhook) && other === undefined, {
        message: `A delivery to webhook ${webhook.id} must verify with its own secret and no other.`,
        expected: 'verifies only with its own secret',
        actual:
          other === undefined
            ? `does not verify with its own secret${verifies(webhook) ? '' : instead(context, webhook, attempt)}`
            : `verifies with the secret of webhook ${other.id}`,
        about: { [JUDGED]: attempt },
      });
    }
  }
  await judgeSharedUrl(context);
  if (context.judgements <= 1) throw new Inconclusive('no delivery carried t and v2');
});

/** If two webhooks share a Url, each delivery is signed for the webhook that asks for it. A target may refuse the second webhook. */
async function judgeSharedUrl(context: CheckContext): Promise<void> {
  const { create, update } = contactTypes(context);
  if (context.target.surface.anagraficaPut === null) return;
  const [company] = context.target.companies;
  const at = await context.run.webhooks.open(context.rule);
  const asked: { readonly webhook: Webhook; readonly type: string }[] = [];
  for (const type of [create, update]) {
    const webhook = await unlessRefused(createWebhook(context, company, [type], { at }));
    if (webhook === undefined) return;
    asked.push({ webhook, type });
  }
  const contact = await createContact(context, company);
  await renameContact(context, contact);
  const arrived = (type: string): readonly Attempt[] =>
    asked.slice(0, 1).flatMap(({ webhook }) => arrivalsOf(webhook, type, contact).map(({ attempt }) => attempt));
  await at.endpoint.arrives(() => asked.every(({ type }) => arrived(type).length > 0), context.target.timing.deliveryWithinMs);
  for (const { webhook, type } of asked) {
    const other = asked.find((one) => one.webhook !== webhook);
    for (const attempt of arrived(type)) {
      const verifies = isSignedBy(context, webhook.secret, attempt);
      if (verifies === undefined) continue;
      context.judge(verifies, {
        message: `A delivery of ${type} to a Url of two webhooks must verify with the secret of the webhook that asks for it.`,
        expected: `verifies with the secret of webhook ${webhook.id}`,
        actual:
          other && isSignedBy(context, other.webhook.secret, attempt)
            ? `verifies with the secret of webhook ${other.webhook.id}`
            : 'does not verify with it',
        about: { [JUDGED]: attempt },
      });
    }
  }
}

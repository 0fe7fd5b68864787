import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { fireForEach } from '../../scenarios/subscriptions/delivered-event.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { type Registration, register, withdraw } from '../../scenarios/webhooks/registration.ts';
import { tryMembers } from '../../scenarios/webhooks/tried-members.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';
import { viewsOfAll, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** What a client might send to disable a webhook. Many services read names case-insensitively. */
const disablings: readonly JsonObject[] = [{ Enabled: false }, { enabled: false }, { Enabled: null }];

/** HOOK-03: Enabled is true on creation; an Enabled that a client sends is refused or ignored. */
export const hook03: Check = check('HOOK-03', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const judgeEnabled = (when: string, webhook: JsonObject | undefined): void => {
    const enabled = memberOf(webhook, 'enabled');
    context.judge(enabled === true, { message: `enabled must be true ${when}.`, expected: 'true', actual: String(enabled) });
  };
  for (const { looks } of await webhookLives(context))
    for (const { how, by, shown } of looks) if (by !== 'PUT') judgeEnabled(`in the answer to ${how}`, shown);
  const events = [contactTypes(context).create];
  // The control: the same webhooks without Enabled are created.
  const plain = await registerEach(context, await audiences(context), { events });
  await context.part('webhooks with the Url of another', { from: 'standard' }, async () => {
    const sharing = await atTheirUrls(context, plain);
    for (const { answer } of sharing) judgeEnabled('on creation with the Url of another webhook', webhookOf(answer));
    for (const { how, shown } of await viewsOfAll(context, sharing))
      judgeEnabled(`after its creation with the Url of another webhook, as shown by ${how}`, shown);
    // From here on, deliveries to their Urls are for the other webhooks.
    await withdraw(context, ...sharing);
  });
  const webhooks = await tryMembers(context, plain, context.some(disablings), (method, sent, webhook) => {
    // The source does not say what a PUT answers.
    if (method === 'POST' || memberOf(webhook, 'enabled') !== undefined) judgeEnabled(`after a ${method} with ${writeJson(sent)}`, webhook);
  });
  for (const { how, shown } of await viewsOfAll(context, webhooks)) judgeEnabled(`after a client sent Enabled, as shown by ${how}`, shown);
  const reached = await fireForEach(context, webhooks);
  for (const webhook of webhooks) {
    context.judge(reached.deliveries(webhook).length > 0, {
      message: 'A webhook that a client tried to disable must still receive its events.',
      expected: events.join(),
      actual: 'nothing',
    });
  }
  await withdraw(context, ...webhooks);
});

/** Webhooks with the Urls of others, if the target accepts them. */
async function atTheirUrls(context: CheckContext, webhooks: readonly Registration[]): Promise<readonly Registration[]> {
  const sharing: Registration[] = [];
  for (const { company, url, endpoint, body } of webhooks) {
    const draft = { company, url, endpoint, body: { ...body, Description: context.fresh() } };
    const webhook = await unlessRefused(register(context, draft));
    if (webhook !== undefined) sharing.push(webhook);
  }
  return sharing;
}

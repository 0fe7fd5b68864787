import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { unlessRefused } from '../unless-refused.ts';
import { audienceOf, audiences, registerEach } from './audiences.ts';
import { creationCall, draftWebhook, update, updateCall } from './registration.ts';
import { webhookCapabilities } from './webhook-capabilities.ts';
import { differingMembers, listedWebhooks, viewsOfAll } from './webhook-view.ts';

/**
 * Judges that POST and PUT refuse a webhook with each of these members, and that nothing is created or changed.
 * @param wrong makes the wrong members. It gets the right Url of the webhook
 * @param status the status of a refusal; by default any but 2xx
 */
export async function judgeRefusedChanges(
  context: CheckContext,
  wrong: readonly ((url: string) => JsonObject)[],
  status?: 400,
): Promise<void> {
  const expected = status === undefined ? 'a refusal' : String(status);
  const everyone = await audiences(context);
  const { quietType } = await webhookCapabilities(context);
  const others = [quietType, `${context.target.surface.eventObjects.documento}.Delete`];
  const webhooks = (await unlessRefused(registerEach(context, everyone, { events: others }))) ?? (await registerEach(context, everyone));
  // The control: the same PUTs without these members are accepted.
  for (const webhook of webhooks) await update(context, webhook, {});
  const before = await viewsOfAll(context, webhooks);
  const refused = new Map<string, JsonObject>();
  const judgeRefused = (method: string, sent: JsonObject, actual: number): void =>
    context.judge(status === undefined ? actual < 200 || actual >= 300 : actual === status, {
      message: `A ${method} with ${writeJson(sent)} must be refused.`,
      expected,
      actual: String(actual),
    });
  for (const [turn, membersOf] of wrong.entries()) {
    const draft = await draftWebhook(context, audienceOf(everyone, turn));
    const posted = membersOf(draft.url);
    refused.set(draft.endpoint.name, posted);
    const post = await creationCall(context, { ...draft, body: { ...draft.body, ...posted } });
    judgeRefused('POST', posted, (await context.sendJudged(post, expected)).status);
    const webhook = webhooks[turn % webhooks.length] ?? webhooks[0];
    const put = membersOf(webhook.url);
    const changes = { Description: `${webhook.endpoint.name} changed`, Events: [quietType], ...put };
    const call = await updateCall(context, webhook, { changes });
    judgeRefused('PUT', put, (await context.sendJudged(call, expected)).status);
  }
  for (const { webhook, how, shown } of await viewsOfAll(context, webhooks)) {
    const earlier = before.find((view) => view.webhook === webhook && view.how === how)?.shown;
    // A page of the list may have missed it, since other rules create webhooks too.
    const differing = earlier === undefined ? [] : differingMembers(earlier, shown);
    context.judge(differing.length === 0, {
      message: `A refused PUT must leave the webhook unchanged, as shown by ${how}.`,
      expected: differing.map((name) => `${name} ${writeJson(memberOf(earlier, name) ?? null)}`).join(', '),
      actual: differing.map((name) => `${name} ${writeJson(memberOf(shown, name) ?? null)}`).join(', '),
    });
  }
  for (const company of new Set(everyone.map((audience) => audience.company))) {
    const entries = (await listedWebhooks(context, { company })) ?? [];
    const created = entries.flatMap((entry) => refused.get(String(memberOf(entry, 'description'))) ?? []);
    context.judge(created.length === 0, {
      message: 'A refused POST must create nothing.',
      expected: 'no webhook',
      actual: `the list shows webhooks for ${created.map(writeJson).join(', ')}`,
    });
  }
  for (const webhook of webhooks) {
    const accepted = await context.send(await updateCall(context, webhook, {}));
    context.judge(isSuccess(accepted), {
      message: 'A refused PUT must leave the webhook and its token unchanged.',
      expected: '2xx to the same PUT with right values',
      actual: String(accepted.status),
    });
  }
}

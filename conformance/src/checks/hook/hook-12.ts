import fc from 'fast-check';
import { createdId, idOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { audienceOf, audiences } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type Registration, register, tryUpdates, update } from '../../scenarios/webhooks/registration.ts';
import { viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-12: Id is a unique integer, ConcurrencyToken an integer. */
export const hook12: Check = check('HOOK-12', { isolation: 'shared', weight: 1 }, async (context) => {
  const everyone = await audiences(context);
  const ids: string[] = [];
  await context.forAll(fc.integer({ min: 3, max: 6 }), 2, async (together) => {
    const create = async (index: number): Promise<Registration> =>
      register(context, await draftWebhook(context, audienceOf(everyone, index)));
    const webhooks = await Promise.all(Array.from({ length: together }, (_, index) => create(index)));
    for (const webhook of webhooks) {
      judgeIntegers(context, 'the creation', webhookOf(webhook.answer) ?? {});
      ids.push(webhook.id);
    }
    const unique = new Set(ids).size === ids.length;
    context.judge(unique, { message: 'No two webhooks may share an id.', expected: `${ids.length} ids`, actual: ids.join(', ') });
    const webhook = webhooks.at(-1);
    if (webhook === undefined) return;
    await judgeShown(context, webhook, '');
    await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
    await judgeShown(context, webhook, ' after a PUT');
  });
  await judgeSentId(context);
});

/** The service sets Id. One that a client sends is refused or ignored, and gives no access to another webhook. */
async function judgeSentId(context: CheckContext): Promise<void> {
  const [other, webhook] = [await register(context, await draftWebhook(context)), await register(context, await draftWebhook(context))];
  const [draft, Id] = [await draftWebhook(context), identifier(other.id)];
  const posted = await context.sendJudged(await creationCall(context, { ...draft, body: { ...draft.body, Id } }), 'any answer');
  context.judge(!isSuccess(posted) || createdId(posted, 'webhook') !== other.id, {
    message: 'An Id that the client sends must not become the id of a new webhook.',
    expected: 'an id other than that of an existing webhook',
    actual: other.id,
  });
  const Description = `${webhook.endpoint.name} changed`;
  await tryUpdates(context, webhook, [{ Id, Description }]);
  for (const { how, shown } of await viewsOf(context, other)) {
    const strange = [draft.endpoint.name, Description].find((sent) => sent === memberOf(shown, 'description'));
    context.judge(strange === undefined, {
      message: `A request for another webhook that holds the Id of this one must leave this one unchanged, as shown by ${how}.`,
      expected: `description ${other.endpoint.name}`,
      actual: `description ${strange}, which was sent for another webhook`,
    });
  }
}

async function judgeShown(context: CheckContext, webhook: Registration, when: string): Promise<void> {
  for (const { how, shown } of await viewsOf(context, webhook)) {
    judgeIntegers(context, how + when, shown);
    const id = idOf(shown, 'webhook');
    context.judge(id === webhook.id, {
      message: `The id shown by ${how}${when} must be the id from the creation.`,
      expected: webhook.id,
      actual: String(id),
    });
  }
}

function judgeIntegers(context: CheckContext, how: string, webhook: JsonObject): void {
  for (const name of ['id', 'concurrencyToken']) {
    const value = memberOf(webhook, name);
    context.judge(isInteger(value), {
      message: `${name} must be an integer in the answer to ${how}.`,
      expected: 'an integer',
      actual: typeof value === 'string' ? `the string "${value}"` : String(value),
    });
  }
}

function isInteger(value: Json | undefined): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

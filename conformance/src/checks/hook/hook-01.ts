import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import { nameEnding } from '../../scenarios/values/texts.ts';
import { creationCall, draftWebhook, registered, updateCall } from '../../scenarios/webhooks/registration.ts';
import { viewsOf, webhookMembers, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-01: POST creates and answers the complete webhook; names in responses are camelCase. */
export const hook01: Check = check('HOOK-01', { isolation: 'shared', weight: 1 }, async (context) => {
  const judge = async ({ ending, everywhere }: { ending: string; everywhere: boolean }): Promise<void> => {
    const draft = await draftWebhook(context, { ending, ...(everywhere && { aziendaId: null }) });
    const created = await context.sendRightful(await creationCall(context, draft));
    // The source does not say which characters a Description may hold. A plain one must be accepted.
    if (!isSuccess(created) && ending !== '') return await judge({ ending: '', everywhere });
    context.judge(isSuccess(created), {
      message: 'The creation of a webhook must be accepted.',
      expected: '2xx',
      actual: String(created.status),
    });
    judgeComplete(context, 'the creation', webhookOf(created) ?? {});
    const webhook = registered(context, draft, created);
    for (const { how, shown } of await viewsOf(context, webhook)) judgeComplete(context, how, shown);
    const token = webhook.concurrencyToken;
    const updated = await context.send(
      await updateCall(context, webhook, { changes: { Description: `${draft.endpoint.name} changed` }, token }),
    );
    // The source does not say what a PUT answers. Whatever it shows of the webhook must have these names.
    judgeNames(context, 'a PUT', webhookOf(updated) ?? {});
    for (const { how, shown } of await viewsOf(context, webhook)) judgeComplete(context, `${how} after a PUT`, shown);
  };
  await context.forAll(fc.record({ ending: nameEnding, everywhere: fc.boolean() }), 2, judge, [{ ending: '', everywhere: true }]);
});

function judgeComplete(context: CheckContext, how: string, webhook: JsonObject): void {
  judgeNames(context, how, webhook);
  const missing = webhookMembers.filter((name) => !Object.hasOwn(webhook, name));
  context.judge(missing.length === 0, {
    message: `The webhook in the answer to ${how} must be complete.`,
    expected: webhookMembers.join(', '),
    actual: `${Object.keys(webhook).join(', ') || 'no webhook'}: without ${missing.join(', ')}`,
  });
}

function judgeNames(context: CheckContext, how: string, webhook: JsonObject): void {
  const wrong = webhookMembers.filter((name) => memberOf(webhook, name) !== undefined && !Object.hasOwn(webhook, name));
  context.judge(wrong.length === 0, {
    message: `The names in the answer to ${how} must be camelCase.`,
    expected: wrong.join(', '),
    actual: Object.keys(webhook).join(', '),
  });
}

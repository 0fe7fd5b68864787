import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type JsonObject, memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { nameEnding } from '../../scenarios/values/texts.ts';
import { creationCall, draftWebhook, registered, updateCall } from '../../scenarios/webhooks/registration.ts';
import { viewsOf, webhookMembers, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-01: POST creates and answers the complete webhook; names in responses are camelCase. */
export const hook01: Check = check('HOOK-01', async (trial) => {
  const judge = async ({ ending, everywhere }: { ending: string; everywhere: boolean }): Promise<void> => {
    const draft = await draftWebhook(trial, { ending, ...(everywhere && { aziendaId: null }) });
    const created = await trial.sendRightful(await creationCall(trial, draft));
    // Which letters a Description takes is not said: a plain one it must take.
    if (!isSuccess(created) && ending !== '') return await judge({ ending: '', everywhere });
    trial.judge(isSuccess(created), { message: 'A webhook must be created.', expected: '2xx', actual: String(created.status) });
    judgeComplete(trial, 'the creation', webhookOf(created) ?? {});
    const hook = registered(trial, draft, created);
    for (const { how, webhook } of await viewsOf(trial, hook)) judgeComplete(trial, how, webhook);
    const token = hook.concurrencyToken;
    const updated = await trial.send(await updateCall(trial, hook, { changes: { Description: `${draft.endpoint.name} changed` }, token }));
    // What a PUT answers is not said; whatever it tells of the webhook has these names.
    judgeNames(trial, 'a PUT', webhookOf(updated) ?? {});
    for (const { how, webhook } of await viewsOf(trial, hook)) judgeComplete(trial, `${how} after a PUT`, webhook);
  };
  await trial.forAll(fc.record({ ending: nameEnding, everywhere: fc.boolean() }), 3, judge, [{ ending: '', everywhere: true }]);
});

function judgeComplete(trial: Trial, how: string, webhook: JsonObject): void {
  judgeNames(trial, how, webhook);
  const missing = webhookMembers.filter((name) => !Object.hasOwn(webhook, name));
  trial.judge(missing.length === 0, {
    message: `The webhook in the answer of ${how} must be complete.`,
    expected: webhookMembers.join(', '),
    actual: `${Object.keys(webhook).join(', ') || 'no webhook'}: without ${missing.join(', ')}`,
  });
}

function judgeNames(trial: Trial, how: string, webhook: JsonObject): void {
  const wrong = webhookMembers.filter((name) => memberOf(webhook, name) !== undefined && !Object.hasOwn(webhook, name));
  trial.judge(wrong.length === 0, {
    message: `The names in the answer of ${how} must be camelCase.`,
    expected: wrong.join(', '),
    actual: Object.keys(webhook).join(', '),
  });
}

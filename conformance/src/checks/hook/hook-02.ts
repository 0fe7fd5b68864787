import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import type { JsonObject } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { nameEnding } from '../../scenarios/values/texts.ts';
import { creationCall, draftWebhook, registered, updateCall, type WebhookDraft, withQuery } from '../../scenarios/webhooks/registration.ts';
import { notHeeded, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-02: request names are PascalCase: AziendaId, Url, Description, Events. */
export const hook02: Check = check('HOOK-02', async (trial) => {
  const cases = fc.record({ ending: nameEnding, everywhere: fc.boolean(), query: fc.boolean() });
  const judge = async ({ ending, everywhere, query }: { ending: string; everywhere: boolean; query: boolean }): Promise<void> => {
    const plain = await draftWebhook(trial, { ending, ...(everywhere && { aziendaId: null }) });
    const [draft, created] = (query ? await createQueried(trial, plain) : undefined) ?? [
      plain,
      await trial.sendRightful(await creationCall(trial, plain)),
    ];
    // Which letters a Description takes is not said: a plain one it must take.
    if (!isSuccess(created) && ending !== '') return await judge({ ending: '', everywhere, query });
    judgeAccepted(trial, 'POST', created);
    judgeHeeded(trial, 'the creation', draft.body, webhookOf(created) ?? {});
    const hook = registered(trial, draft, created);
    for (const { how, webhook } of await viewsOf(trial, hook)) judgeHeeded(trial, how, draft.body, webhook);
    judgeAccepted(trial, 'PUT', await trial.sendRightful(await updateCall(trial, hook, { token: hook.concurrencyToken })));
  };
  await trial.forAll(cases, 3, judge, [{ ending: '', everywhere: true, query: true }]);
});

/** Undefined where the target takes no Url with a query, which is its choice. */
async function createQueried(trial: Trial, plain: WebhookDraft): Promise<readonly [WebhookDraft, Answer] | undefined> {
  const url = withQuery(plain.url);
  const draft = { ...plain, url, body: { ...plain.body, Url: url } };
  const created = await trial.send(await creationCall(trial, draft));
  return isSuccess(created) ? [draft, created] : undefined;
}

function judgeAccepted(trial: Trial, method: string, answer: Answer): void {
  trial.judge(isSuccess(answer), {
    message: `A ${method} with PascalCase names must be accepted.`,
    expected: '2xx',
    actual: String(answer.status),
  });
}

function judgeHeeded(trial: Trial, how: string, sent: JsonObject, webhook: JsonObject): void {
  const differing = notHeeded(sent, webhook);
  trial.judge(differing.length === 0, {
    message: `What a POST sends in PascalCase must be in the webhook that ${how} shows; ${differing.join(', ')} is not.`,
    expected: JSON.stringify(sent, text),
    actual: JSON.stringify({ ...webhook, secret: undefined }, text),
  });
}

function text(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { nameEnding } from '../../scenarios/values/texts.ts';
import { creationCall, draftWebhook, registered, updateCall, type WebhookDraft, withQuery } from '../../scenarios/webhooks/registration.ts';
import { notHeeded, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-02: request names are PascalCase: AziendaId, Url, Description, Events. */
export const hook02: Check = check('HOOK-02', { isolation: 'shared', weight: 1 }, async (context) => {
  const cases = fc.record({ ending: nameEnding, everywhere: fc.boolean(), query: fc.boolean() });
  const judge = async ({ ending, everywhere, query }: { ending: string; everywhere: boolean; query: boolean }): Promise<void> => {
    const plain = await draftWebhook(context, { ending, ...(everywhere && { aziendaId: null }) });
    const [draft, created] = (query ? await createQueried(context, plain) : undefined) ?? [
      plain,
      await context.sendRightful(await creationCall(context, plain)),
    ];
    // The source does not say which characters a Description may hold. A plain one must be accepted.
    if (!isSuccess(created) && ending !== '') return await judge({ ending: '', everywhere, query });
    judgeAccepted(context, 'POST', created);
    judgeHeeded(context, 'the creation', draft.body, webhookOf(created) ?? {});
    const webhook = registered(context, draft, created);
    for (const { how, shown } of await viewsOf(context, webhook)) judgeHeeded(context, how, draft.body, shown);
    judgeAccepted(context, 'PUT', await context.sendRightful(await updateCall(context, webhook, { token: webhook.concurrencyToken })));
  };
  await context.forAll(cases, 2, judge, [{ ending: '', everywhere: true, query: true }]);
});

/** Undefined if the target refuses a Url with a query, which it may. */
async function createQueried(context: CheckContext, plain: WebhookDraft): Promise<readonly [WebhookDraft, Answer] | undefined> {
  const url = withQuery(plain.url);
  const draft = { ...plain, url, body: { ...plain.body, Url: url } };
  const created = await context.send(await creationCall(context, draft));
  return isSuccess(created) ? [draft, created] : undefined;
}

function judgeAccepted(context: CheckContext, method: string, answer: Answer): void {
  context.judge(isSuccess(answer), {
    message: `A ${method} with PascalCase names must be accepted.`,
    expected: '2xx',
    actual: String(answer.status),
  });
}

function judgeHeeded(context: CheckContext, how: string, sent: JsonObject, webhook: JsonObject): void {
  const differing = notHeeded(sent, webhook);
  const { secret: _secret, ...shown } = webhook;
  context.judge(differing.length === 0, {
    message: `The values that a POST sends under PascalCase names must be kept, but ${how} shows another ${differing.join(', ')}.`,
    expected: writeJson(sent),
    actual: writeJson(shown),
  });
}

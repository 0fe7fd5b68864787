import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import { type Audience, audiences } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type Registration, register, registered, updateCall } from '../../scenarios/webhooks/registration.ts';
import { currentToken, viewsOfAll, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-10: Description is optional. */
export const hook10: Check = check('HOOK-10', { isolation: 'shared', weight: 1 }, async (context) => {
  const everyone = await audiences(context);
  // The control: the same webhook with a Description is created.
  const described = await register(context, await draftWebhook(context, everyone.at(-1)));
  const webhooks: Registration[] = [];
  for (const audience of everyone) webhooks.push(await post(context, audience));
  for (const { how, shown } of await viewsOfAll(context, webhooks)) judgeNone(context, how, shown);
  await judgePut(context, described);
});

async function post(context: CheckContext, audience: Audience): Promise<Registration> {
  const draft = await draftWebhook(context, audience);
  const { Description: _left, ...body } = draft.body;
  const answer = await context.sendRightful(await creationCall(context, { ...draft, body }));
  context.judge(isSuccess(answer), {
    message: 'A webhook without Description must be created.',
    expected: '2xx',
    actual: String(answer.status),
  });
  judgeNone(context, 'the creation', webhookOf(answer) ?? {});
  return registered(context, draft, answer);
}

async function judgePut(context: CheckContext, webhook: Registration): Promise<void> {
  const { Description: _left, ...body } = webhook.body;
  const token = await currentToken(context, webhook, webhook.answer);
  const answer = await context.sendRightful(await updateCall(context, { ...webhook, body }, { token }));
  // The source does not say whether the old Description stays: a PUT may replace or merge.
  context.judge(isSuccess(answer), {
    message: 'A PUT without Description must be accepted.',
    expected: '2xx',
    actual: String(answer.status),
  });
}

function judgeNone(context: CheckContext, how: string, webhook: JsonObject): void {
  const description = memberOf(webhook, 'description') ?? '';
  context.judge(description === '', {
    message: `The description shown by ${how} must be empty if none was sent.`,
    expected: 'null or an empty string',
    actual: String(description),
  });
}

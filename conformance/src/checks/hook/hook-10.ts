import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type JsonObject, memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { type Audience, audiences } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type Registration, register, registered, updateCall } from '../../scenarios/webhooks/registration.ts';
import { currentToken, viewsOfAll, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-10: Description is optional. */
export const hook10: Check = check('HOOK-10', async (trial) => {
  const everyone = await audiences(trial);
  // The control: the same webhook with a Description is created.
  const described = await register(trial, await draftWebhook(trial, everyone.at(-1)));
  const hooks: Registration[] = [];
  for (const audience of everyone) hooks.push(await post(trial, audience));
  for (const { how, webhook } of await viewsOfAll(trial, hooks)) judgeNone(trial, how, webhook);
  await judgePut(trial, described);
});

async function post(trial: Trial, audience: Audience): Promise<Registration> {
  const draft = await draftWebhook(trial, audience);
  const { Description: _left, ...body } = draft.body;
  const answer = await trial.sendRightful(await creationCall(trial, { ...draft, body }));
  trial.judge(isSuccess(answer), {
    message: 'A webhook without Description must be created.',
    expected: '2xx',
    actual: String(answer.status),
  });
  judgeNone(trial, 'the creation', webhookOf(answer) ?? {});
  return registered(trial, draft, answer);
}

async function judgePut(trial: Trial, hook: Registration): Promise<void> {
  const { Description: _left, ...body } = hook.body;
  const token = await currentToken(trial, hook, hook.answer);
  const answer = await trial.sendRightful(await updateCall(trial, { ...hook, body }, { token }));
  // Whether the Description that was there stays is not said: a PUT may replace or merge.
  trial.judge(isSuccess(answer), {
    message: 'A PUT without Description must be accepted.',
    expected: '2xx',
    actual: String(answer.status),
  });
}

function judgeNone(trial: Trial, how: string, webhook: JsonObject): void {
  const description = memberOf(webhook, 'description') ?? '';
  trial.judge(description === '', {
    message: `${how} must show no description where none was sent.`,
    expected: 'null, or an empty text',
    actual: String(description),
  });
}

import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import { draftWebhook, register, update } from '../../scenarios/webhooks/registration.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';

/** HOOK-10: Description is optional. */
export const hook10: Check = check('HOOK-10', { isolation: 'shared', weight: 1 }, async (context) => {
  const judgeAccepted = (method: string, answer: Answer): void =>
    context.judge(isSuccess(answer), {
      message: `A ${method} without Description must be accepted.`,
      expected: '2xx',
      actual: String(answer.status),
      about: { [JUDGED]: answer },
    });
  // The control: a webhook with a Description is created.
  const described = await register(context, await draftWebhook(context));
  for (const { body, created, changed, looks } of await webhookLives(context)) {
    if (body.Description !== undefined) continue;
    judgeAccepted('POST', created);
    if (changed !== undefined) judgeAccepted('PUT', changed);
    for (const { how, shown, answer } of looks.filter(({ sent }) => sent === body)) {
      const description = memberOf(shown, 'description') ?? '';
      context.judge(description === '', {
        message: `The description shown by ${how} must be empty if none was sent.`,
        expected: 'null or an empty string',
        actual: String(description),
        about: { [JUDGED]: answer },
      });
    }
  }
  // The source does not say whether an old Description stays: a PUT may replace or merge.
  const { Description: _left, ...body } = described.body;
  judgeAccepted('PUT', await update(context, { ...described, body }, {}, (call) => context.sendRightful(call)));
});

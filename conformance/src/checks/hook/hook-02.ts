import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { writeJson } from '../../model/json.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';
import { notHeeded } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-02: request names are PascalCase: AziendaId, Url, Description, Events. */
export const hook02: Check = check('HOOK-02', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { body, created, changed, looks } of await webhookLives(context)) {
    // HOOK-10 judges whether a webhook needs a Description.
    if (body.Description === undefined) continue;
    for (const [method, answer] of [['POST', created] as const, ...(changed ? [['PUT', changed] as const] : [])])
      context.judge(isSuccess(answer), {
        message: `A ${method} with PascalCase names must be accepted.`,
        expected: '2xx',
        actual: String(answer.status),
        about: { [JUDGED]: answer },
      });
    // HOOK-13 judges what is shown after the PUT.
    for (const { how, shown, answer } of looks.filter(({ sent }) => sent === body)) {
      const differing = notHeeded(body, shown);
      const { secret: _secret, ...others } = shown;
      context.judge(differing.length === 0, {
        message: `The values that a POST sends under PascalCase names must be kept, but ${how} shows another ${differing.join(', ')}.`,
        expected: writeJson(body),
        actual: writeJson(others),
        about: { [JUDGED]: answer },
      });
    }
  }
});

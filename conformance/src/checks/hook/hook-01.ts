import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { memberOf } from '../../model/json.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';
import { webhookMembers } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-01: POST creates and answers the complete webhook; names in responses are camelCase. */
export const hook01: Check = check('HOOK-01', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { body, created, looks } of await webhookLives(context)) {
    // HOOK-10 judges whether a webhook needs a Description.
    context.judge(isSuccess(created) || body.Description === undefined, {
      message: 'The creation of a webhook must be accepted.',
      expected: '2xx',
      actual: String(created.status),
      about: { [JUDGED]: created },
    });
    for (const { how, by, shown, answer } of looks) {
      const missing = webhookMembers.filter((name) => !Object.hasOwn(shown, name));
      const wrong = missing.filter((name) => memberOf(shown, name) !== undefined);
      context.judge(wrong.length === 0, {
        message: `The names in the answer to ${how} must be camelCase.`,
        expected: wrong.join(', '),
        actual: Object.keys(shown).join(', '),
        about: { [JUDGED]: answer },
      });
      // The source does not say what a PUT answers.
      context.judge(missing.length === 0 || by === 'PUT', {
        message: `The webhook in the answer to ${how} must be complete.`,
        expected: webhookMembers.join(', '),
        actual: `${Object.keys(shown).join(', ') || 'no webhook'}: without ${missing.join(', ')}`,
        about: { [JUDGED]: answer },
      });
    }
  }
});

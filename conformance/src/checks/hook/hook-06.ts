import { isServed } from '../../api/requests.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { listPages } from '../../scenarios/operations/list-pages.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';
import { unseen } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-06: GET and list answer secret = null. */
export const hook06: Check = check('HOOK-06', { isolation: 'shared', weight: 1 }, async (context) => {
  // Every page of the list is looked at, whoever created its webhooks. These are not changed yet.
  await registerEach(context, await audiences(context));
  if (isServed(context, 'listWebhook')) for (const company of context.target.companies) await judgePages(context, company);
  const looks = (await webhookLives(context)).flatMap((life) => life.looks.filter(({ by }) => by === 'GET' || by === 'the list'));
  if (looks.length === 0) throw unseen(context);
  for (const { how, shown, answer } of looks) {
    const secret = memberOf(shown, 'secret');
    context.judge(secret === null, {
      message: `The secret of a webhook in the answer to ${how} must be null.`,
      expected: '"secret": null',
      actual: secret === undefined ? 'no secret member' : `a ${typeof secret}`,
      about: { [JUDGED]: answer },
    });
  }
});

async function judgePages(context: CheckContext, company: Company): Promise<void> {
  const list = await listPages(context, 'listWebhook', company);
  for (const [index, page] of (list?.pages ?? []).entries()) {
    const shown = page.map((entry) => memberOf(entry, 'secret')).filter((secret) => secret !== null);
    context.judge(shown.length === 0, {
      message: `Each entry on page ${index + 1} of the list of webhooks must have secret null.`,
      expected: '"secret": null',
      actual: `${shown.length} entries with ${shown.includes(undefined) ? 'no secret member' : 'a secret'}`,
    });
  }
}

import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { type Registration, update } from '../../scenarios/webhooks/registration.ts';
import { unseen, viewsOfAll } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-06: GET and list answer secret = null. */
export const hook06: Check = check('HOOK-06', { isolation: 'shared', weight: 1 }, async (context) => {
  const webhooks = await registerEach(context, await audiences(context));
  await judgeHidden(context, webhooks, 'after its creation');
  for (const webhook of webhooks) await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
  await judgeHidden(context, webhooks, 'after a PUT');
});

async function judgeHidden(context: CheckContext, webhooks: readonly Registration[], when: string): Promise<void> {
  const views = await viewsOfAll(context, webhooks);
  if (views.length === 0) throw unseen();
  for (const { how, shown } of views) {
    const secret = memberOf(shown, 'secret');
    context.judge(secret === null, {
      message: `${how} of a webhook must answer secret null ${when}.`,
      expected: '"secret": null',
      actual: secret === undefined ? 'no secret member' : `a ${typeof secret}`,
    });
  }
}

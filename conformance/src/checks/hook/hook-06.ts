import type { Trial } from '../../engine/trial.ts';
import { memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { type Registration, update } from '../../scenarios/webhooks/registration.ts';
import { unseen, viewsOfAll } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-06: GET and list answer secret = null. */
export const hook06: Check = check('HOOK-06', async (trial) => {
  const hooks = await registerEach(trial, await audiences(trial));
  await judgeHidden(trial, hooks, 'after its creation');
  for (const hook of hooks) await update(trial, hook, { Description: `${hook.endpoint.name} changed` });
  await judgeHidden(trial, hooks, 'after a PUT');
});

async function judgeHidden(trial: Trial, hooks: readonly Registration[], when: string): Promise<void> {
  const views = await viewsOfAll(trial, hooks);
  if (views.length === 0) throw unseen();
  for (const { how, webhook } of views) {
    const secret = memberOf(webhook, 'secret');
    trial.judge(secret === null, {
      message: `${how} of a webhook must answer secret null ${when}.`,
      expected: '"secret": null',
      actual: secret === undefined ? 'no secret member' : `a ${typeof secret}`,
    });
  }
}

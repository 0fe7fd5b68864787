import fc from 'fast-check';
import { draftWebhook, register, update } from '../../probe/registration.ts';
import { shownBy } from '../../probe/webhook-view.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import type { Hook } from '../../target/webhooks.ts';
import { memberOf } from '../../wire/json.ts';

/** HOOK-06: GET and list answer secret = null. */
export const hook06: Check = check('HOOK-06', async (trial) => {
  await trial.forAll(fc.constantFrom('POST', 'POST and PUT'), 3, async (after) => {
    const hook = await register(trial, await draftWebhook(trial));
    await judgeHidden(trial, hook, 'after its creation');
    if (after === 'POST') return;
    await update(trial, hook, { Description: `${hook.endpoint.name} changed` });
    await judgeHidden(trial, hook, 'after a PUT');
  });
});

async function judgeHidden(trial: Trial, hook: Hook, when: string): Promise<void> {
  for (const { how, webhook } of await shownBy(trial, hook)) {
    const secret = memberOf(webhook, 'secret');
    trial.judge(secret === null, {
      message: `${how} of a webhook must answer secret null ${when}.`,
      expected: '"secret": null',
      actual: secret === undefined ? 'no secret member' : `a ${typeof secret}`,
    });
  }
}

import { signature } from '../../probe/judged-deliveries.ts';
import { deliveryScene } from '../../probe/retried-delivery.ts';
import { isSignedWith } from '../../receiver/signature.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import { Inconclusive } from '../../run/verdict.ts';

/** SIG-03: each webhook's deliveries verify with its own secret and no other. */
export const sig03: Check = exclusiveCheck('SIG-03', async (trial) => {
  const { hooks } = await deliveryScene(trial);
  for (const [hook, other] of [hooks, [...hooks].reverse()]) {
    if (hook === undefined || other === undefined) continue;
    trial.judge(hook.secret !== other.secret, {
      message: 'Two webhooks must not share a secret.',
      expected: 'two secrets',
      actual: 'one secret',
    });
    for (const delivery of hook.endpoint.deliveries) {
      const parts = signature(trial, delivery);
      const [timestamp] = parts?.timestamps ?? [];
      if (parts === undefined || timestamp === undefined || parts.signatures.length === 0) continue;
      const own = isSignedWith(hook.secret, timestamp, delivery.body, parts.signatures);
      const others = isSignedWith(other.secret, timestamp, delivery.body, parts.signatures);
      trial.judge(own && !others, {
        message: `A delivery to webhook ${hook.id} must verify with its own secret and no other.`,
        expected: 'verifies with its own secret alone',
        actual: others ? `verifies with the secret of webhook ${other.id}` : 'verifies with neither',
      });
    }
  }
  if (trial.judgements <= 2) throw new Inconclusive('no delivery carried t and v2');
});

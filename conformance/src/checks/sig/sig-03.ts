import { listening, signature } from '../../probe/judged-deliveries.ts';
import { deliveryScene } from '../../probe/retried-delivery.ts';
import { isSignedWith } from '../../receiver/signature.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import { Inconclusive } from '../../run/verdict.ts';
import type { Hook } from '../../target/webhooks.ts';

/** SIG-03: each webhook's deliveries verify with its own secret and no other. */
export const sig03: Check = exclusiveCheck('SIG-03', async (trial) => {
  const { hooks: watched } = await deliveryScene(trial);
  const { hooks } = trial.bench.webhooks;
  const secrets = hooks.map(({ secret }) => secret);
  trial.judge(new Set(secrets).size === secrets.length, {
    message: 'Two webhooks must not share a secret.',
    expected: `${secrets.length} secrets`,
    actual: `${new Set(secrets).size} secrets`,
  });
  for (const hook of [...watched, ...(await listening(trial))]) {
    for (const delivery of hook.endpoint.deliveries) {
      const parts = signature(trial, delivery);
      const [timestamp] = parts?.timestamps ?? [];
      if (parts === undefined || timestamp === undefined || parts.signatures.length === 0) continue;
      const verifies = ({ secret }: Hook): boolean => isSignedWith(secret, timestamp, delivery.body, parts.signatures);
      const other = hooks.find((candidate) => candidate !== hook && verifies(candidate));
      trial.judge(verifies(hook) && other === undefined, {
        message: `A delivery to webhook ${hook.id} must verify with its own secret and no other.`,
        expected: 'verifies with its own secret alone',
        actual: other === undefined ? 'does not verify with its own secret' : `verifies with the secret of webhook ${other.id}`,
      });
    }
  }
  if (trial.judgements <= 1) throw new Inconclusive('no delivery carried t and v2');
});

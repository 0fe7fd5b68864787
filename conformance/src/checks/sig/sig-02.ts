import { type Check, exclusiveCheck } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { isSignedWith } from '../../receiver/signature.ts';
import { judgedDeliveries, signature } from '../../scenarios/events/judged-deliveries.ts';

/** SIG-02: v2 is the HMAC-SHA-256, keyed with that webhook's secret, of the timestamp, a point and the raw body bytes. */
export const sig02: Check = exclusiveCheck('SIG-02', async (trial) => {
  for (const { hook, delivery } of await judgedDeliveries(trial)) {
    const parts = signature(trial, delivery);
    const [timestamp] = parts?.timestamps ?? [];
    if (parts === undefined || timestamp === undefined || parts.signatures.length === 0) continue;
    trial.judge(isSignedWith(hook.secret, timestamp, delivery.body, parts.signatures), {
      message: 'v2 must be the HMAC-SHA-256 of t, a point and the body, keyed with the secret of the webhook.',
      expected: 'a v2 that verifies, in hex or base64',
      actual: `t=${timestamp}, v2=${parts.signatures.join(', v2=')} over ${delivery.body.length} bytes: ${delivery.body.toString('utf8').slice(0, 300)}`,
    });
  }
  if (trial.judgements === 0) throw new Inconclusive('no delivery carried t and v2');
});

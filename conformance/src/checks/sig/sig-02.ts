import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { instead, signed } from '../../scenarios/deliveries/signed-by.ts';
import { judgedAttempts } from '../../scenarios/events/judged-attempts.ts';

/** SIG-02: v2 is the HMAC-SHA-256, keyed with that webhook's secret, of the timestamp, a dot and the raw body bytes. */
export const sig02: Check = check('SIG-02', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  for (const { webhook, attempt } of await judgedAttempts(context)) {
    const made = signed(context, attempt);
    if (made === undefined) continue;
    const verifies = made.verifiesWith(webhook.secret);
    context.judge(verifies, {
      message: 'v2 must be the HMAC-SHA-256 of t, a dot and the body, keyed with the secret of the webhook.',
      expected: 'a v2 that verifies, in hex or base64',
      actual: verifies ? 'it verifies' : `v2=${made.signatures.join(', v2=')}${instead(context, webhook, attempt)}`,
      about: { [JUDGED]: attempt },
    });
  }
  if (context.judgements === 0) throw new Inconclusive('no delivery carried t and v2');
});

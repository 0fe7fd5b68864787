import { delivering } from '../faults/attempts.ts';
import { answering } from '../faults/exchanges.ts';
import { SIGNATURE_HEADER, signed } from '../faults/signatures.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** How many signatures fit into the header size that a receiver accepts. */
const NEWEST_SECRETS = 100;

export const mutants: Mutants = {
  'one-secret-for-all': {
    mustAlsoBreak: ['SIG-02', 'HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: delivering((delivery) => signed(delivery, { secret: delivery.secrets[0] ?? '' })),
  },
  'secret-of-the-url': {
    // If two webhooks share a Url, deliveries of the second seem to come from the first, even after its deletion.
    mustAlsoBreak: ['HOOK-14'],
    fault: answering((answer, { operation }, context) => {
      const { secret, url } = bodyOf(answer);
      if (operation === 'createWebhook' && isSuccess(answer)) {
        const secrets = marksOf(context);
        const first = secrets.get(String(url)) ?? String(secret);
        secrets.set(String(url), first).set(String(secret), first);
      }
      return answer;
    }),
    deliveryFault: delivering((delivery, context) =>
      signed(delivery, { secret: marksOf(context).get(delivery.secret) ?? delivery.secret }),
    ),
  },
  'signed-with-every-secret': {
    deliveryFault: delivering((delivery) => {
      const others = delivery.secrets
        .slice(-NEWEST_SECRETS)
        .filter((secret) => secret !== delivery.secret)
        .map((secret) => headerOf(signed(delivery, { secret }), SIGNATURE_HEADER)?.split(',')[1]);
      return withHeader(delivery, SIGNATURE_HEADER, [headerOf(delivery, SIGNATURE_HEADER), ...others].join(','));
    }),
  },
};

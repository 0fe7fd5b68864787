import { verify } from '@business-cloud/events/web';
import Stripe from 'stripe';
import type { Benchmark } from '../benchmark.ts';
import type { Contender } from '../measure.ts';
import { BODY, HEADER, SECRET, SIGNATURE, TIMESTAMP, TOLERANCE_SECONDS } from './signed-delivery.ts';

const bare: Contender = {
  name: 'Web Crypto, bare: importKey and verify',
  async run() {
    const key = await crypto.subtle.importKey('raw', Buffer.from(SECRET), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    const signed = Buffer.concat([Buffer.from(`${TIMESTAMP}.`), BODY]);
    if (!(await crypto.subtle.verify('HMAC', key, Buffer.from(SIGNATURE, 'hex'), signed))) throw new Error('the signature is right');
  },
};

const ours: Contender = {
  name: '@business-cloud/events/web',
  run: () => verify({ header: HEADER, body: BODY, secret: SECRET, toleranceSeconds: TOLERANCE_SECONDS }),
};

function stripe(): Contender {
  const { signature } = new Stripe('sk_test').webhooks;
  const provider = Stripe.createSubtleCryptoProvider();
  const header = HEADER.replace('v2=', 'v1=');
  return { name: 'stripe, Web Crypto', run: () => signature?.verifyHeaderAsync(BODY, header, SECRET, TOLERANCE_SECONDS, provider) };
}

export const benchmark: Benchmark = {
  title: 'verify a delivery of 1 kB, asynchronously',
  goal: 'at least 0.90 of bare Web Crypto, which imports the key each time, and faster than stripe',
  open: async () => ({ contenders: [bare, ours, stripe()] }),
};

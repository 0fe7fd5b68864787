import { createHmac, timingSafeEqual } from 'node:crypto';
import { verify } from '@business-cloud/events';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import type { Benchmark } from '../benchmark.ts';
import type { Contender } from '../measure.ts';
import { BODY, HEADER, SECRET, SIGNATURE, TIMESTAMP, TOLERANCE_SECONDS } from './signed-delivery.ts';

const bare: Contender = {
  name: 'node:crypto, bare: HMAC and timingSafeEqual',
  run() {
    const mac = createHmac('sha256', SECRET).update(`${TIMESTAMP}.`).update(BODY).digest();
    if (!timingSafeEqual(mac, Buffer.from(SIGNATURE, 'hex'))) throw new Error('the signature is right');
  },
};

const ours: Contender = {
  name: '@business-cloud/events',
  run: () => verify({ header: HEADER, body: BODY, secret: SECRET, toleranceSeconds: TOLERANCE_SECONDS }),
};

function stripe(): Contender {
  const { signature } = new Stripe('sk_test').webhooks;
  const header = HEADER.replace('v2=', 'v1=');
  return { name: 'stripe', run: () => signature?.verifyHeader(BODY, header, SECRET, TOLERANCE_SECONDS) };
}

/** Both also sign an id, and have a fixed tolerance of five minutes, which is longer than a run. None of the contenders parses the JSON here. */
function standardWebhooks(): Contender {
  const webhook = new StandardWebhook(SECRET);
  const headers = standardHeaders(webhook);
  return { name: 'standardwebhooks', run: () => webhook.verify(BODY, headers, { jsonParse: false }) };
}

function svix(): Contender {
  const webhook = new SvixWebhook(SECRET);
  const headers = standardHeaders(webhook);
  return { name: 'svix', run: () => webhook.verify(BODY, headers) };
}

function standardHeaders(webhook: StandardWebhook | SvixWebhook): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': webhook.sign('msg_1', new Date(), BODY) };
}

export const benchmark: Benchmark = {
  title: 'verify a delivery of 1 kB',
  goal: 'at least 0.90 of bare node:crypto, and faster than stripe, standardwebhooks and svix',
  open: async () => ({
    contenders: [bare, ours, stripe(), standardWebhooks(), svix()],
  }),
};

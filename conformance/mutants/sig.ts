import { createHmac } from 'node:crypto';
import { marksOf } from './faults/webhooks.ts';
import type { DeliveryFault, Mutant } from './mutant.ts';
import { bodyOf, headerOf, isSuccess, withHeader } from './peer/message.ts';
import type { Delivered } from './peer/relay.ts';

const signatureHeader = 'Service-Signature';

function timestampOf(delivery: Pick<Delivered, 'headers'>): string {
  return /t=(\d+)/.exec(headerOf(delivery, signatureHeader) ?? '')?.[1] ?? '';
}

interface Signing {
  readonly timestamp?: string;
  readonly secret?: string;
  /** What is signed, in the place of timestamp, point and body. */
  readonly text?: string | Buffer;
}

function signed(delivery: Delivered, { timestamp = timestampOf(delivery), secret = delivery.secret, text }: Signing): Delivered {
  const v2 = createHmac('sha256', secret)
    .update(text ?? `${timestamp}.${delivery.body}`)
    .digest('hex');
  return withHeader(delivery, signatureHeader, `t=${timestamp},v2=${v2}`);
}

/** A fault that changes every attempt. */
function changed(change: (delivery: Delivered) => Delivered): () => DeliveryFault {
  return () => async (delivery, deliver) => await deliver(change(delivery));
}

function headerChanged(change: (value: string) => string): () => DeliveryFault {
  return changed((delivery) => withHeader(delivery, signatureHeader, change(headerOf(delivery, signatureHeader) ?? '')));
}

/** So many signatures fit into the headers that a receiver takes. */
const newestSecrets = 100;

/** Services that sign otherwise than they say. */
export const sigMutants: readonly Mutant[] = [
  { id: 'SIG-01-no-timestamp', mustBreak: ['SIG-01'], deliveryFault: headerChanged((value) => value.replace(/t=\d+,/, '')) },
  {
    id: 'SIG-01-retries-are-not-signed',
    mustBreak: ['SIG-01'],
    deliveryFault: changed((delivery) =>
      delivery.earlierAttempts.length === 0
        ? delivery
        : { ...delivery, headers: delivery.headers.filter(([name]) => name.toLowerCase() !== 'service-signature') },
    ),
  },
  {
    id: 'SIG-01-two-lines',
    mustBreak: ['SIG-01'],
    deliveryFault: changed((delivery) => ({ ...delivery, headers: [...delivery.headers, [signatureHeader, 'v1=old']] })),
  },
  {
    id: 'SIG-02-body-without-timestamp',
    mustBreak: ['SIG-02', 'SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) => signed(delivery, { text: delivery.body })),
  },
  {
    id: 'SIG-02-no-point',
    mustBreak: ['SIG-02', 'SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) => signed(delivery, { text: timestampOf(delivery) + delivery.body })),
  },
  {
    id: 'SIG-02-signs-the-escaped-body',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => {
      const escaped = delivery.body.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
      return signed(delivery, { text: `${timestampOf(delivery)}.${escaped}` });
    }),
  },
  {
    id: 'SIG-02-signs-the-pretty-body',
    mustBreak: ['SIG-02', 'SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) =>
      signed(delivery, { text: `${timestampOf(delivery)}.${JSON.stringify(JSON.parse(delivery.body), null, 2)}` }),
    ),
  },
  {
    id: 'SIG-02-signs-four-kilobytes',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => {
      const start = Buffer.from(delivery.body).subarray(0, 4096).toString('latin1');
      return signed(delivery, { text: Buffer.from(`${timestampOf(delivery)}.${start}`, 'latin1') });
    }),
  },
  {
    id: 'SIG-02-retries-keep-the-first-signature',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => {
      const [first] = delivery.earlierAttempts;
      const v2 = /v2=\w+/.exec(headerOf(first ?? delivery, signatureHeader) ?? '')?.[0] ?? '';
      return withHeader(delivery, signatureHeader, `t=${timestampOf(delivery)},${v2}`);
    }),
  },
  {
    id: 'SIG-03-one-secret-for-all',
    mustBreak: ['SIG-03', 'SIG-02', 'HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) => signed(delivery, { secret: delivery.secrets[0] ?? '' })),
  },
  {
    id: 'SIG-03-secret-of-the-url',
    // Of two webhooks with one Url, what is sent to the second seems to come from the first, though that is deleted.
    mustBreak: ['SIG-03', 'HOOK-14'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const { secret, url } = bodyOf(answer);
      if (request.operation === 'createWebhook' && isSuccess(answer)) {
        const secrets = marksOf(context);
        const first = secrets.get(String(url)) ?? String(secret);
        secrets.set(String(url), first).set(String(secret), first);
      }
      return answer;
    },
    deliveryFault: (context) => async (delivery, deliver) =>
      await deliver(signed(delivery, { secret: marksOf(context).get(delivery.secret) ?? delivery.secret })),
  },
  {
    id: 'SIG-03-signed-with-every-secret',
    mustBreak: ['SIG-03'],
    deliveryFault: changed((delivery) => {
      const others = delivery.secrets
        .slice(-newestSecrets)
        .filter((secret) => secret !== delivery.secret)
        .map((secret) => headerOf(signed(delivery, { secret }), signatureHeader)?.split(',')[1]);
      return withHeader(delivery, signatureHeader, [headerOf(delivery, signatureHeader), ...others].join(','));
    }),
  },
  {
    id: 'SIG-04-timestamp-of-the-first-attempt',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: timestampOf(delivery.earlierAttempts[0] ?? delivery) })),
  },
  {
    id: 'SIG-04-ten-minutes-behind',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) - 600) })),
  },
  {
    id: 'SIG-04-local-time',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) + 7200) })),
  },
  {
    id: 'SIG-05-upper-case',
    mustBreak: ['SIG-05'],
    deliveryFault: headerChanged((value) => value.replace(/v2=\w+/, (element) => `v2=${element.slice(3).toUpperCase()}`)),
  },
  {
    id: 'SIG-05-milliseconds',
    mustBreak: ['SIG-05'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: `${timestampOf(delivery)}000` })),
  },
];

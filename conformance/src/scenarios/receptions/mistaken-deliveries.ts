import { createHmac, randomUUID } from 'node:crypto';
import type { OutgoingDelivery } from '../../model/receiver-context.ts';
import { exampleEvents, type SampleEvent } from '../../sender/event.ts';
import { nowSeconds, rewritten, signedDelivery } from '../../sender/signed-delivery.ts';

/** A delivery that only a receiver with this mistake accepts. Such a receiver refuses right ones. */
export interface MistakenDelivery {
  /** The mistake, and what to do. */
  readonly mistake: string;
  readonly delivery: OutgoingDelivery;
}

/** What a wrong signature is made from. */
interface Making {
  readonly secret: string | Buffer;
  readonly timestamp: string;
  readonly body: string;
}

/** The most common mistakes, each with the header that fits it. */
const makings: readonly (readonly [mistake: string, header: (making: Making) => string])[] = [
  [
    'it signs the body alone: sign the value of t, a point and the body',
    ({ secret, timestamp, body }) => headerOf(timestamp, hmac(secret, body)),
  ],
  [
    'it signs the timestamp and the body without the point between them',
    ({ secret, timestamp, body }) => headerOf(timestamp, hmac(secret, timestamp + body)),
  ],
  [
    'it expects the signature in Base64: it is in hexadecimal digits',
    ({ secret, timestamp, body }) => headerOf(timestamp, hmac(secret, `${timestamp}.${body}`, 'base64')),
  ],
  [
    'it takes the prefix off the secret: the key is the secret as it is',
    ({ secret, timestamp, body }) => headerOf(timestamp, hmac(String(secret).replace(/^whsec_/, ''), `${timestamp}.${body}`)),
  ],
  [
    'it reads the secret as Base64: the key is the secret as it is',
    ({ secret, timestamp, body }) =>
      headerOf(timestamp, hmac(Buffer.from(String(secret).replace(/^whsec_/, ''), 'base64'), `${timestamp}.${body}`)),
  ],
  [
    'it looks for the signature in v1: it is in v2',
    ({ secret, timestamp, body }) => headerOf(timestamp, hmac(secret, `${timestamp}.${body}`), 'v1'),
  ],
  [
    'it expects milliseconds in t: they are seconds',
    ({ secret, timestamp, body }) => headerOf(`${timestamp}000`, hmac(secret, `${timestamp}000.${body}`)),
  ],
];

/** Deliveries that show why a receiver refuses right ones. */
export function mistakenDeliveries(secret: string): readonly MistakenDelivery[] {
  return exampleEvents.slice(0, 1).flatMap((event: SampleEvent) => {
    const asInPython = rewritten(secret, signedDelivery(secret, event, randomUUID()), asPythonWrites);
    return [
      {
        mistake:
          'it reads the JSON and writes it again before it verifies: verify the bytes that came, request.get_data() in Flask, and not request.get_json()',
        delivery: asInPython,
      },
      ...makings.map(([mistake, header]) => {
        const { type, guid, body } = signedDelivery(secret, event, randomUUID());
        return { mistake, delivery: { type, guid, body, signature: header({ secret, timestamp: String(nowSeconds()), body }) } };
      }),
    ];
  });
}

function hmac(secret: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

function headerOf(timestamp: string, signature: string, name = 'v2'): string {
  return `t=${timestamp},${name}=${signature}`;
}

/** The JSON that json.dumps writes: a space after each colon and comma, and an escape for every character beyond ASCII. */
function asPythonWrites(evento: object): string {
  return JSON.stringify(evento, null, 1)
    .replaceAll(/,\n */g, ', ')
    .replaceAll(/\n */g, '')
    .replaceAll(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

import { createHash, createHmac } from 'node:crypto';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { headerOf, type SignedDelivery, sign } from '../../sender/signed-delivery.ts';

type Make = (delivery: SignedDelivery, at: number, secret: string) => string;

/** Values of v2 that are not the signature, though some come close. */
const wrongSignatures: readonly Form[] = [
  wrong('its v2 differs from the signature in one digit', ({ v2 }, at) => withOtherDigit(v2, Math.floor(at * v2.length))),
  wrong('its v2 differs from the signature in the first digit', ({ v2 }) => withOtherDigit(v2, 0)),
  wrong('its v2 differs from the signature in the last digit', ({ v2 }) => withOtherDigit(v2, v2.length - 1)),
  wrong('its v2 is a part of the signature, from its start', ({ v2 }, at) => v2.slice(0, 1 + Math.floor(at * (v2.length - 1)))),
  wrong('its v2 is the first half of the signature', ({ v2 }) => v2.slice(0, 32)),
  wrong('its v2 lacks the last digit of the signature', ({ v2 }) => v2.slice(0, -1)),
  wrong('its v2 is the second half of the signature', ({ v2 }) => v2.slice(32)),
  wrong('its v2 is the signature and one digit more', ({ v2 }) => `${v2}0`),
  wrong('its v2 is the signature twice', ({ v2 }) => v2 + v2),
  wrong('its v2 has the digits of the signature in another order', ({ v2 }) => [...v2].sort().join('')),
  wrong('its v2 is empty', () => ''),
  wrong('its v2 is all zeros', ({ v2 }) => '0'.repeat(v2.length)),
  wrong('its v2 is the word undefined', () => 'undefined'),
  wrong('its v2 is made with another secret', ({ timestamp, body }, _at, secret) => sign(`${secret}x`, timestamp, body)),
  wrong('its v2 is made with an empty secret', ({ timestamp, body }) => sign('', timestamp, body)),
  wrong('its v2 is made with the secret in another case', ({ timestamp, body }, _at, secret) => sign(otherCase(secret), timestamp, body)),
  wrong('its v2 signs the body without the timestamp', ({ body }, _at, secret) => hmac('sha256', secret, body)),
  wrong('its v2 signs timestamp and body without the point', ({ timestamp, body }, _at, secret) =>
    hmac('sha256', secret, timestamp + body),
  ),
  wrong('its v2 signs the timestamp and the point, without the body', ({ timestamp }, _at, secret) =>
    hmac('sha256', secret, `${timestamp}.`),
  ),
  wrong('its v2 signs the timestamp alone', ({ timestamp }, _at, secret) => hmac('sha256', secret, timestamp)),
  wrong('its v2 signs an empty text', (_delivery, _at, secret) => hmac('sha256', secret, '')),
  wrong('its v2 signs the body before the timestamp', ({ timestamp, body }, _at, secret) => hmac('sha256', secret, `${body}.${timestamp}`)),
  wrong('its v2 is made with SHA-1', ({ timestamp, body }, _at, secret) => hmac('sha1', secret, `${timestamp}.${body}`)),
  wrong('its v2 is made with SHA-512', ({ timestamp, body }, _at, secret) => hmac('sha512', secret, `${timestamp}.${body}`)),
  wrong('its v2 is a hash without any secret', ({ timestamp, body }) => createHash('sha256').update(`${timestamp}.${body}`).digest('hex')),
  wrong('its v2 signs another event', ({ timestamp, body }, _at, secret) => sign(secret, timestamp, body.replace('"Type"', '"type"'))),
];

/** RCV-03: a v2 that is not the whole HMAC of timestamp, point and body under the webhook's secret is refused. */
export const rcv03: Check<ReceiverContext> = receiverCheck('RCV-03', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeForms(context, 'refuse', wrongSignatures, { runs: 100 });
});

function wrong(what: string, make: Make): Form {
  return {
    what,
    make: (delivery, at, secret) => ({ signature: headerOf(['t', delivery.timestamp], ['v2', make(delivery, at, secret)]) }),
  };
}

function hmac(algorithm: string, secret: string, text: string): string {
  return createHmac(algorithm, secret).update(text).digest('hex');
}

/** Flips one bit of a hexadecimal digit, which stays a digit in lower case. */
function withOtherDigit(text: string, at: number): string {
  const digit = Number.parseInt(text[at] ?? '0', 16);
  return text.slice(0, at) + (digit ^ (1 << (at % 4))).toString(16) + text.slice(at + 1);
}

/** The secret in another case, or with a point after it if it has no letters. */
function otherCase(secret: string): string {
  const upper = secret.toUpperCase();
  const other = upper === secret ? secret.toLowerCase() : upper;
  return other === secret ? `${secret}.` : other;
}

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../src/model/webhook.ts';
import { isSignedWith, signatureOf, timestampMs } from '../../src/receiver/signature.ts';

function delivery(lines: readonly string[]): Attempt {
  return {
    method: 'POST',
    path: '/',
    rawHeaders: lines.flatMap((line) => ['service-signature', line]),
    body: Buffer.from('{}'),
    remoteAddress: '',
    arrivedAt: 0,
  };
}

function mac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

describe('a signature as the suite reads it', () => {
  test('is split on commas, each element on its first equals sign', () => {
    const parts = signatureOf(delivery(['t=1,v1=a,v2=b==,x']), 'Service-Signature');
    expect(parts).toMatchObject({
      timestamps: ['1'],
      signatures: ['b=='],
      elements: [
        ['t', '1'],
        ['v1', 'a'],
        ['v2', 'b=='],
        ['x', undefined],
      ],
    });
  });

  test('is none where the header is missing or stands on two lines', () => {
    expect(signatureOf(delivery([]), 'Service-Signature')).toBeUndefined();
    expect(signatureOf(delivery(['t=1', 'v2=a']), 'Service-Signature')).toBeUndefined();
  });

  test('verifies in hex of any case and in base64, over any bytes', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.uint8Array(),
        fc.constantFrom('hex', 'HEX', 'base64', 'base64url'),
        (secret, bytes, encoding) => {
          const body = Buffer.from(bytes);
          const digest = createHmac('sha256', secret).update('7.').update(body).digest();
          const v2 = encoding === 'HEX' ? digest.toString('hex').toUpperCase() : digest.toString(encoding as 'hex');
          expect(isSignedWith(secret, '7', body, ['0'.repeat(64), v2])).toBe(true);
          expect(isSignedWith(`${secret}x`, '7', body, [v2])).toBe(false);
          expect(isSignedWith(secret, '8', body, [v2])).toBe(false);
        },
      ),
    );
  });

  test('is no signature when it is cut short', () => {
    expect(isSignedWith('s', '7', Buffer.from('x'), [mac('s', '7.x').toString('hex').slice(0, 62)])).toBe(false);
  });

  test('is read in seconds, in their parts, and as a date of ISO 8601', () => {
    const now = 1_700_000_000_000;
    for (const timestamp of [
      '1700000000',
      '1700000000.000',
      '1700000000000',
      '1700000000000000',
      '1700000000000000000',
      '638355968000000000',
    ])
      expect(timestampMs(timestamp)).toBe(now);
    for (const timestamp of ['2023-11-14T22:13:20Z', '2023-11-14T23:13:20.000+01:00']) expect(timestampMs(timestamp)).toBe(now);
    for (const timestamp of ['12a', '', '2023-11-14', 'now']) expect(timestampMs(timestamp)).toBeUndefined();
  });
});

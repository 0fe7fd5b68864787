import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nearMiss } from '../../src/receiver/signature.ts';

const [secret, timestamp] = ['whsec_c2VjcmV0', '1777888800'];
const body = Buffer.from('{"Type":"Anagrafica.Create", "nome":"Società"}');

function made(algorithm: string, key: string | Buffer, text: string | Buffer): string {
  return createHmac(algorithm, key).update(`${timestamp}.`).update(text).digest('hex');
}

function hint(...signatures: readonly string[]): string | undefined {
  return nearMiss({ secret, timestamp, body, signatures }, [{ what: 'webhook 7', secret: 'other' }]);
}

describe('the explanation of a wrong signature names', () => {
  test.for<[string, RegExp]>([
    [made('sha512', secret, body), /HMAC-SHA-512/],
    [made('sha1', secret, body), /HMAC-SHA-1 /],
    [made('sha256', secret, Buffer.from(body.toString('utf8'), 'latin1')), /Latin-1/],
    [made('sha256', 'other', body), /^keyed with the secret of webhook 7$/],
    [made('sha256', secret, JSON.stringify(JSON.parse(body.toString('utf8')))), /without spaces/],
    [made('sha256', secret, JSON.stringify(JSON.parse(body.toString('utf8')), null, 2)), /indentation/],
    [made('sha256', secret, body.toString('utf8').replace('à', '\\u00e0')), /escaped/],
    [made('sha256', Buffer.from('secret'), body), /base64/],
    [createHmac('sha256', secret).update(body).digest('hex'), /the body alone/],
    [createHmac('sha256', secret).update(timestamp).update(body).digest('base64'), /without the dot/],
    [made('sha256', secret, body).slice(0, 32), /cut short/],
  ])('%s: %s', ([signature, said]) => {
    expect(hint('00'.repeat(32), signature)).toMatch(said);
  });

  test('nothing if it is not a known mistake', () => {
    expect(hint('00'.repeat(32))).toBeUndefined();
  });
});

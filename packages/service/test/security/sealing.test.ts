import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from '../../src/security/sealing.ts';

const sealer = createSealer(randomBytes(32));
const broken = expect.objectContaining({ code: 'seal-broken' });

test('what was sealed opens again, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, purpose) => {
      expect(sealer.open(sealer.seal(plain, purpose), purpose)).toBe(plain);
    }),
  );
});

test('a changed byte, another purpose or another key does not open', () => {
  const sealed = sealer.seal('secret', 'purpose');
  const bytes = Buffer.from(sealed, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealer.open(changed.toString('base64url'), 'purpose')).toThrow(broken);
  }
  expect(() => sealer.open(sealed, 'another')).toThrow(broken);
  expect(() => createSealer(randomBytes(32)).open(sealed, 'purpose')).toThrow(broken);
});

test('the same text is never sealed the same way twice', () => {
  const sealed = Array.from({ length: 1000 }, () => sealer.seal('secret', 'purpose'));
  const nonces = sealed.map((text) => Buffer.from(text, 'base64url').subarray(0, 12).toString('hex'));
  expect(new Set(nonces).size).toBe(sealed.length);
});

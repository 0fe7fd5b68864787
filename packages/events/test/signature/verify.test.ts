import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENTRIES, verdict } from '../entries.ts';

const NOW = 1_700_000_000;
const SECRET = 'whsec_7b1f';

const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  // Bytes that do not survive decoding: a byte order mark, NUL, invalid UTF-8.
  fc.constantFrom(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d), Uint8Array.of(0), Uint8Array.of(0xff, 0xc0, 0x80)),
  // Text that does not survive parsing and serialising.
  fc
    .constantFrom('{ "a" : 1.0 }', '{"b":1,"a":2}', '{"a":"\\u00e8"}', '{"a":"è 😀"}', '{"n":12345678901234567890}')
    .map((text) => new TextEncoder().encode(text)),
);
const anySecret = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const anyAge = fc.integer({ min: -300, max: 300 });

describe.for(ENTRIES)('$name', (entry) => {
  const { sign } = entry;

  test('RCV-01, RCV-10, RCV-11: whatever the bytes, the secret and the age within the tolerance, what was signed is accepted', async () => {
    const property = fc.asyncProperty(anyBody, anySecret, anyAge, async (body, secret, age) => {
      const header = await sign({ body, secret, timestamp: NOW - age });
      expect(await verdict(entry, { header, body, secret, nowSeconds: NOW })).toBe('accepted');
    });
    await fc.assert(property);
  });

  test('a body of one mebibyte, of any bytes, is accepted', async () => {
    const body = Uint8Array.from({ length: 2 ** 20 }, (_, index) => index % 251);
    const header = await sign({ body, secret: SECRET, timestamp: NOW });
    expect(await verdict(entry, { header, body, secret: SECRET, nowSeconds: NOW })).toBe('accepted');
  });

  test('RCV-02: any bit that is flipped in the body is found', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), async (body, place) => {
      const header = await sign({ body, secret: SECRET, timestamp: NOW });
      const changed = body.map((byte, index) => (index === (place >> 3) % body.length ? byte ^ (1 << (place & 7)) : byte));
      expect(await verdict(entry, { header, body: changed, secret: SECRET, nowSeconds: NOW })).toBe('mismatch');
    });
    await fc.assert(property);
  });

  test('RCV-03, RCV-12: any bit that is flipped in the signature or in the timestamp is found', async () => {
    const property = fc.asyncProperty(fc.nat({ max: 7 }), fc.boolean(), fc.nat(), async (bit, inSignature, place) => {
      const body = Uint8Array.of(1, 2, 3);
      const header = await sign({ body, secret: SECRET, timestamp: NOW });
      const at = inSignature ? header.length - 64 + (place % 64) : 't='.length + (place % String(NOW).length);
      const flipped = String.fromCharCode(header.charCodeAt(at) ^ (1 << bit));
      const changed = header.slice(0, at) + flipped + header.slice(at + 1);
      const codes = inSignature ? ['mismatch'] : ['mismatch', 'too-old', 'too-new', 'malformed-header'];
      expect(codes).toContain(await verdict(entry, { header: changed, body, secret: SECRET, nowSeconds: NOW }));
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('whatever the header, it is accepted or refused by a code', async () => {
    const element = fc.oneof(
      fc.constantFrom('t=', `t=${NOW}`, 'v2=', `v2=${'a'.repeat(64)}`, ',', '=', ' '),
      fc.string({ unit: 'binary' }),
    );
    const text = fc.array(element).map((elements) => elements.join(''));
    const header = fc.oneof(text, fc.anything() as fc.Arbitrary<string>);
    const property = fc.asyncProperty(header, async (any) => {
      expect(await verdict(entry, { header: any, body: Uint8Array.of(1), secret: SECRET })).not.toBe('accepted');
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('of several secrets one that matches is enough, and is named', async () => {
    const body = Uint8Array.of(1);
    for (const [secretIndex, secret] of ['old', 'new', 'other'].entries()) {
      const header = await sign({ body, secret, timestamp: NOW });
      expect(await entry.verify({ header, body, secret: ['old', 'new', 'other'], nowSeconds: NOW })).toEqual({
        timestamp: NOW,
        secretIndex,
      });
      expect(await verdict(entry, { header, body, secret: ['another'], nowSeconds: NOW })).toBe('mismatch');
    }
  });

  test.for([{ secret: [] }, { secret: ['s', ''] }, { toleranceSeconds: Number.NaN }, { toleranceSeconds: -1 }, { nowSeconds: Number.NaN }])(
    '%j is a fault of the caller, found before the delivery is looked at',
    async (fault) => {
      const input = { header: undefined, body: new Uint8Array(), secret: 's', ...fault };
      await expect(async () => entry.verify(input)).rejects.toThrow(TypeError);
    },
  );

  test('RCV-03: any digit that is changed in the signature, and any that is missing, is found', async () => {
    const property = fc.asyncProperty(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 15 }), async (index, shift) => {
      const body = new Uint8Array();
      const header = await sign({ body, secret: SECRET, timestamp: NOW });
      const at = header.length - 64 + index;
      const digit = ((Number.parseInt(header.charAt(at), 16) + shift) % 16).toString(16);
      const changed = header.slice(0, at) + digit + header.slice(at + 1);
      expect(await verdict(entry, { header: changed, body, secret: SECRET, nowSeconds: NOW })).toBe('mismatch');
      expect(await verdict(entry, { header: header.slice(0, at), body, secret: SECRET, nowSeconds: NOW })).toBe('mismatch');
    });
    await fc.assert(property);
  });

  test('RCV-03: another secret is refused, one that differs in a space too: secrets are never trimmed', async () => {
    const property = fc.asyncProperty(anySecret, fc.constantFrom(' ', '\n', 'x'), async (secret, tail) => {
      const body = new Uint8Array();
      const header = await sign({ body, secret, timestamp: NOW });
      expect(await verdict(entry, { header, body, secret: secret + tail, nowSeconds: NOW })).toBe('mismatch');
    });
    await fc.assert(property);
  });

  test('RCV-03: a character outside Latin-1 whose low byte is the right digit is no digit', async () => {
    const body = new Uint8Array();
    const header = await sign({ body, secret: SECRET, timestamp: NOW });
    const changed = header.slice(0, -1) + String.fromCharCode(0x100 + header.charCodeAt(header.length - 1));
    expect(await verdict(entry, { header: changed, body, secret: SECRET, nowSeconds: NOW })).toBe('mismatch');
  });

  test('RCV-05: the right signature under another scheme is no signature', async () => {
    const property = fc.asyncProperty(fc.constantFrom('v1', 'v3', 'v20', 'v02', 'V2', 'v', ' v2'), async (scheme) => {
      const body = new Uint8Array();
      const header = (await sign({ body, secret: SECRET, timestamp: NOW })).replace('v2', scheme);
      expect(await verdict(entry, { header, body, secret: SECRET, nowSeconds: NOW })).toBe('no-v2');
    });
    await fc.assert(property);
  });

  test('RCV-06, RCV-07: among other elements, and other v2 values, one that matches is enough, wherever it stands', async () => {
    const other: fc.Arbitrary<string> = fc.constantFrom(`v2=${'0'.repeat(64)}`, 'v2=', 'v2=zz', 'v1=aa', 'nonce=a=b', 'x');
    const property = fc.asyncProperty(fc.array(other, { maxLength: 6 }), fc.nat(), fc.nat(), async (others, first, second) => {
      const body = new Uint8Array();
      const [timestamp = '', signature = ''] = (await sign({ body, secret: SECRET, timestamp: NOW })).split(',');
      const elements = others.toSpliced(first % (others.length + 1), 0, timestamp);
      elements.splice(second % (elements.length + 1), 0, signature);
      expect(await verdict(entry, { header: elements.join(','), body, secret: SECRET, nowSeconds: NOW })).toBe('accepted');
    });
    await fc.assert(property);
  });

  test('RCV-09, RCV-16: beyond the tolerance, before or after, is refused', async () => {
    const property = fc.asyncProperty(fc.nat({ max: 1000 }), fc.integer({ min: 1, max: 10 ** 8 }), async (toleranceSeconds, beyond) => {
      const body = new Uint8Array();
      const at = async (timestamp: number) => {
        const header = await sign({ body, secret: SECRET, timestamp });
        return verdict(entry, { header, body, secret: SECRET, toleranceSeconds, nowSeconds: NOW });
      };
      expect(await at(NOW - toleranceSeconds - beyond)).toBe('too-old');
      expect(await at(NOW + toleranceSeconds + beyond)).toBe('too-new');
      expect([await at(NOW - toleranceSeconds), await at(NOW + toleranceSeconds)]).toEqual(['accepted', 'accepted']);
    });
    await fc.assert(property);
  });

  test('the default tolerance is five minutes of the clock of this machine', async () => {
    const body = new Uint8Array();
    const now = Math.floor(Date.now() / 1000);
    const at = async (timestamp: number) =>
      verdict(entry, { header: await sign({ body, secret: SECRET, timestamp }), body, secret: SECRET });
    expect([await at(now - 290), await at(now + 290), await at(now - 310), await at(now + 320)]).toEqual([
      'accepted',
      'accepted',
      'too-old',
      'too-new',
    ]);
  });

  test('RCV-12: a timestamp that was changed after signing is refused', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 300 }), async (shift) => {
      const body = new Uint8Array();
      const header = (await sign({ body, secret: SECRET, timestamp: NOW })).replace(String(NOW), String(NOW - shift));
      expect(await verdict(entry, { header, body, secret: SECRET, nowSeconds: NOW })).toBe('mismatch');
    });
    await fc.assert(property);
  });

  test.for(['{}', { parsed: true }, null, undefined, [1, 2]])('body-not-bytes: %j is refused, not encoded', async (body) => {
    expect(await verdict(entry, { header: 't=1,v2=a', body: body as never, secret: SECRET })).toBe('body-not-bytes');
  });

  test('an empty secret is a fault of the caller: anybody could sign with it', async () => {
    await expect(async () => entry.verify({ header: 't=1,v2=a', body: new Uint8Array(), secret: '' })).rejects.toThrow(TypeError);
  });

  test('no message tells the signature that was expected', async () => {
    const body = new Uint8Array();
    const [, expected = ''] = (await sign({ body, secret: SECRET, timestamp: NOW })).split('v2=');
    const refused = async () => entry.verify({ header: `t=${NOW},v2=${'0'.repeat(64)}`, body, secret: SECRET, nowSeconds: NOW });
    const error: unknown = await refused().catch((reason: unknown) => reason);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(new RegExp(`${expected}|${SECRET}`));
  });
});

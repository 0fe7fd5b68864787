import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSignatureHeader, signatureHeaderName, WebhookError } from '../../src/index.ts';

test('D-13: the product word stands in the name of the header', () => {
  expect([signatureHeaderName(), signatureHeaderName('Acme')]).toEqual(['Service-Signature', 'Acme-Signature']);
});

test.for([
  { rule: 'RCV-06', header: 't=1,v2=a,v2=b', want: { signatures: ['a', 'b'], timestamp: 1 } },
  { rule: 'RCV-07', header: 'x=9,t=1,v1=z,nothing,,v2=a,y', want: { signatures: ['a'], timestamp: 1 } },
  { rule: 'RCV-08', header: 't=1,v2=a=b==', want: { signatures: ['a=b=='], timestamp: 1 } },
  { rule: 'the signed text', header: 'v2=a,t=007', want: { signatures: ['a'], timestamp: 7, timestampText: '007' } },
])('$rule: $header is read', ({ header, want }) => {
  expect(parseSignatureHeader(header)).toMatchObject(want);
});

test.for([
  { rule: 'RCV-04', header: undefined, want: 'missing-header' },
  { rule: 'RCV-04', header: null, want: 'missing-header' },
  { rule: 'RCV-04', header: '', want: 'missing-header' },
  { rule: 'RCV-04', header: 'v2=a', want: 'no-timestamp' },
  { rule: 'RCV-04', header: 't=1', want: 'no-v2' },
  { rule: 'RCV-05', header: 't=1,v1=a,v3=a,v20=a,V2=a', want: 'no-v2' },
  { rule: 'RCV-16', header: 't=123junk,v2=a', want: 'malformed-header' },
  { rule: 'RCV-16', header: 't=,v2=a', want: 'malformed-header' },
  { rule: 'RCV-16', header: 't=-1,v2=a', want: 'malformed-header' },
  { rule: 'RCV-16', header: 't=1.5,v2=a', want: 'malformed-header' },
  { rule: 'RCV-16', header: 't= 1,v2=a', want: 'malformed-header' },
  { rule: 'RCV-16', header: 't=١,v2=a', want: 'malformed-header' },
  { rule: 'one timestamp', header: 't=1,t=1,v2=a', want: 'malformed-header' },
  { rule: 'a limit', header: `t=1,v2=${'a'.repeat(8192)}`, want: 'malformed-header' },
])('$rule: $header is refused: $want', ({ header, want }) => {
  expect(() => parseSignatureHeader(header)).toThrow(expect.objectContaining({ code: want }));
});

test('no header makes it throw anything but its own error', () => {
  const element = fc.oneof(fc.constantFrom('t=', 'v2=', '=', ',', 't', 'v2', ' '), fc.string({ unit: 'binary', maxLength: 8 }));
  const header = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(element).map((elements) => elements.join('')),
  );
  const property = fc.property(header, (text) => {
    try {
      expect(parseSignatureHeader(text).signatures.length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(WebhookError);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

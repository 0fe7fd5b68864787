import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockHas, parseAddress, parseBlock } from '../../src/receiver/ip-address.ts';

test.for([
  ['::', 0n],
  ['::1', 1n],
  ['2001:db8::1', 0x20010db8000000000000000000000001n],
  ['1:2:3:4:5:6:7:8', 0x00010002000300040005000600070008n],
  ['1::', 0x00010000000000000000000000000000n],
  ['fe80::1%eth0', 0xfe800000000000000000000000000001n],
  ['0.0.0.1', 0xffff00000001n],
  ['::ffff:203.0.113.7', 0xffffcb007107n],
  ['::FFFF:cb00:7107', 0xffffcb007107n],
  ['203.0.113.7', 0xffffcb007107n],
] as const)('%s is read', ([text, want]) => {
  expect(parseAddress(text)).toBe(want);
});

test.for([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '256.0.0.1',
  '01.2.3.4',
  '0x7f.1',
  '2130706433',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '12345::',
  'g::',
  'localhost',
  ' 1.2.3.4',
])("'%s' is no address", (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test.for(['', '/8', '1.2.3.4/33', '1.2.3.4/-1', '1.2.3.4/8/8', '1.2.3.4/x', '::/129', 'x/8'])("'%s' is no block", (text) => {
  expect(parseBlock(text)).toBeUndefined();
});

test('a block has the addresses that share its leading bits, and no others', () => {
  const byte = fc.nat({ max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, byte, fc.integer({ min: 0, max: 32 }), fc.nat({ max: 31 }), (a, b, c, d, bits, flipped) => {
      const block = parseBlock(`${a}.${b}.${c}.${d}/${bits}`);
      const address = parseAddress(`${a}.${b}.${c}.${d}`);
      if (block === undefined || address === undefined) throw new Error('both are well-formed');
      expect(blockHas(block, address)).toBe(true);
      expect(blockHas(block, address ^ (1n << BigInt(31 - flipped)))).toBe(flipped >= bits);
    }),
  );
});

test('a block of IPv4 has no address of IPv6, but the mapped ones', () => {
  const everything = parseBlock('0.0.0.0/0');
  const has = (text: string) => everything !== undefined && blockHas(everything, parseAddress(text) ?? -1n);
  expect([has('203.0.113.7'), has('::ffff:203.0.113.7'), has('2001:db8::1'), has('::1')]).toEqual([true, true, false, false]);
});

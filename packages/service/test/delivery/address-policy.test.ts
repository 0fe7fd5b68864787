import { expect, test } from 'vitest';
import { createAddressPolicy } from '../../src/delivery/address-policy.ts';
import { requireAllowedLiteral } from '../../src/delivery/guarded-lookup.ts';

const policy = createAddressPolicy([]);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '2001::1',
  'ff02::1',
  '168.63.129.16',
  '::ffff:0:127.0.0.1',
  '::fffe:7f00:1',
  '1::1',
  '64:ff9b:2::7f00:1',
  '4000::1',
  'a000::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  'not an address',
  '',
])('D-10: %s is refused', (address) => {
  expect(policy.allows(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4002::1'])('%s is public', (address) => {
  expect(policy.allows(address)).toBe(true);
});

test('a range is allowed by name, in its own family alone', () => {
  const open = createAddressPolicy(['127.0.0.0/8']);
  expect([open.allows('127.0.0.1'), open.allows('::1'), open.allows('::ffff:127.0.0.1'), open.allows('10.0.0.1')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(createAddressPolicy(['::1/128']).allows('::1')).toBe(true);
});

test.each(['127.0.0.1', '127.0.0.0/33', 'localhost/8', '::1/129', '10.0.0.0/8/8', '/8', '10.0.0.0/'])('%s is no range', (range) => {
  expect(() => createAddressPolicy([range])).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});

test.each([
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://0/',
  'https://127.0.0.1./',
  'https://127。0。0。1/',
  'https://１２７.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://user@127.0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https://[::127.0.0.1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://[2001:0:7f00:1::]/',
  'https://169.254.169.254/latest/meta-data',
  'https://168.63.129.16/machine',
  'https://[::ffff:0:127.0.0.1]/',
])('D-10: the literal in %s is refused', (url) => {
  expect(() => requireAllowedLiteral(new URL(url), policy)).toThrow(expect.objectContaining({ code: 'egress-refused' }));
});

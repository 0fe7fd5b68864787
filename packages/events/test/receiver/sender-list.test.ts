import { describe, expect, test } from 'vitest';
import { senderList } from '../../src/receiver/sender-list.ts';

const ADDRESSES = ['203.0.113.7', '198.51.100.0/28', '2001:db8:7::/48'];
const PROXIES = ['10.0.0.0/8', '::1'];

function verdict(
  options: { readonly trustedProxies?: readonly string[]; readonly forwardedHeader?: string },
  peer: string | undefined,
  forwarded?: string,
) {
  const name = options.forwardedHeader ?? 'x-forwarded-for';
  try {
    senderList({ addresses: ADDRESSES, ...options })({ remoteAddress: peer, header: (asked) => (asked === name ? forwarded : undefined) });
    return 'accepted';
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
}

describe('RCV-15: without a proxy', () => {
  test.for(['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.15', '2001:db8:7:1::9'])('%s is a sender', (peer) => {
    expect(verdict({}, peer)).toBe('accepted');
  });

  test.for(['203.0.113.8', '198.51.100.16', '2001:db8:8::', '127.0.0.1', '', undefined])('%s is none', (peer) => {
    expect(verdict({}, peer)).toBe('sender-not-allowed');
  });

  test('what a stranger says of itself is not believed', () => {
    expect(verdict({}, '192.0.2.1', '203.0.113.7')).toBe('sender-not-allowed');
    expect(verdict({ trustedProxies: PROXIES }, '192.0.2.1', '203.0.113.7')).toBe('sender-not-allowed');
  });
});

describe('RCV-15: behind trusted proxies the nearest address that is not theirs counts', () => {
  test.for([
    { forwarded: '203.0.113.7', want: 'accepted' },
    { forwarded: '203.0.113.7, 10.1.2.3', want: 'accepted' },
    { forwarded: '192.0.2.1, 203.0.113.7', want: 'accepted' },
    { forwarded: '203.0.113.7:4711', want: 'accepted' },
    { forwarded: '[2001:db8:7::1]:4711', want: 'accepted' },
    { forwarded: '203.0.113.7, 192.0.2.1', want: 'sender-not-allowed' },
    { forwarded: '203.0.113.7, unknown', want: 'sender-not-allowed' },
    { forwarded: '10.9.9.9', want: 'sender-not-allowed' },
    { forwarded: '', want: 'sender-not-allowed' },
    { forwarded: undefined, want: 'sender-not-allowed' },
  ])('$forwarded: $want', ({ forwarded, want }) => {
    expect(verdict({ trustedProxies: PROXIES }, '10.0.0.1', forwarded)).toBe(want);
    expect(verdict({ trustedProxies: PROXIES, forwardedHeader: 'x-real-ip' }, '::1', forwarded)).toBe(want);
  });
});

test.for([
  { addresses: [] },
  { addresses: ['203.0.113.300'] },
  { addresses: ['sender.example'] },
  { addresses: ['203.0.113.7'], trustedProxies: ['10.0.0.0/33'] },
])('%j is a fault of the caller', (options) => {
  expect(() => senderList(options)).toThrow(TypeError);
});

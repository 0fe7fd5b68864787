import { BlockList, isIP } from 'node:net';
import { ServiceError } from '../model/service-error.ts';

/** Decides which addresses deliveries may go to (D-10). */
export interface AddressPolicy {
  /** @param address an IPv4 or IPv6 address as text, without brackets */
  allows(address: string): boolean;
}

// One list for each family: a rule for mapped addresses would else match every IPv4 address.
const REFUSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's own, for its machines alone
  '169.254.0.0/16', // link-local, and cloud metadata in it
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];
// Only 2000::/3 is public, and not all of it.
const REFUSED_IPV6 = [
  '::/3', // unspecified, loopback; IPv4 compatible, mapped and translated; NAT64; discard
  '2001::/23', // Teredo and protocol assignments
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
  '4000::/2', // not assigned, segment routing
  '8000::/1', // not assigned; unique local, and cloud metadata in it; link-local, site-local, multicast
];

type Family = 'ipv4' | 'ipv6';

/**
 * Allows public addresses and the ranges that are named.
 *
 * @param allowed address ranges such as `127.0.0.0/8` or `::1/128`
 * @throws {ServiceError} `bad-argument` when a text is not an address range
 */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const refusedLists = { ipv4: listOf(REFUSED_IPV4, 'ipv4'), ipv6: listOf(REFUSED_IPV6, 'ipv6') };
  const allowedLists = { ipv4: listOf(allowed, 'ipv4'), ipv6: listOf(allowed, 'ipv6') };
  return {
    allows(address) {
      const family = familyOf(address);
      // What has a zone is of one link alone.
      if (family === undefined || address.includes('%')) return false;
      return allowedLists[family].check(address, family) || !refusedLists[family].check(address, family);
    },
  };
}

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

function listOf(ranges: readonly string[], family: Family): BlockList {
  const list = new BlockList();
  for (const range of ranges.map(parseRange)) {
    if (range.family === family) list.addSubnet(range.address, range.prefix, family);
  }
  return list;
}

interface Range {
  readonly address: string;
  readonly prefix: number;
  readonly family: Family;
}

function parseRange(text: string): Range {
  const [address = '', prefixText = '', ...rest] = text.split('/');
  const family = familyOf(address);
  const prefix = Number(prefixText);
  const valid = rest.length === 0 && /^\d{1,3}$/.test(prefixText) && prefix <= (family === 'ipv4' ? 32 : 128);
  if (family !== undefined && valid) return { address, prefix, family };
  throw new ServiceError('bad-argument', `${text} is not an address range. Write it like 127.0.0.0/8 or ::1/128.`);
}

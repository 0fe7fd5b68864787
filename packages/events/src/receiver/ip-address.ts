const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** IPv4 addresses inside IPv6: ::ffff:0:0/96. A dual-stack socket reports its IPv4 peers that way. */
const MAPPED = 0xffffn << 32n;

/** A block of addresses: an address and how many of its leading bits count. */
export interface AddressBlock {
  readonly first: bigint;
  readonly bits: number;
}

/**
 * An IP address as one number of 128 bits, IPv4 mapped into IPv6; undefined when the text is not an address. Only the common notations are
 * read: `0x7f.1` and the like are refused.
 */
export function parseAddress(text: string): bigint | undefined {
  const [address = ''] = text.split('%', 1); // a zone is not part of the address
  if (!address.includes(':')) return mapped(parseIpv4(address));
  return parseIpv6(address);
}

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`; undefined when the text is none of these. */
export function parseBlock(text: string): AddressBlock | undefined {
  const [address = '', length, more] = text.split('/');
  const first = parseAddress(address);
  const width = address.includes(':') ? IPV6_BITS : IPV4_BITS;
  if (first === undefined || more !== undefined) return undefined;
  if (length === undefined) return { first, bits: IPV6_BITS };
  if (!/^[0-9]{1,3}$/.test(length) || Number(length) > width) return undefined;
  return { first, bits: IPV6_BITS - width + Number(length) };
}

export function blockHas({ first, bits }: AddressBlock, address: bigint): boolean {
  const rest = BigInt(IPV6_BITS - bits);
  return first >> rest === address >> rest;
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let address = 0n;
  for (const part of parts) {
    if (!/^(0|[1-9][0-9]{0,2})$/.test(part) || Number(part) > 255) return undefined;
    address = (address << 8n) | BigInt(part);
  }
  return address;
}

function mapped(ipv4: bigint | undefined): bigint | undefined {
  return ipv4 === undefined ? undefined : MAPPED | ipv4;
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [left, right] = halves.map(parseGroups);
  if (left === undefined) return undefined;
  if (halves.length === 1) return left.length === 8 ? join(left) : undefined;
  if (right === undefined || left.length + right.length > 7) return undefined;
  return join([...left, ...new Array<bigint>(8 - left.length - right.length).fill(0n), ...right]);
}

/** Groups of 16 bits; the last may be an IPv4 address, which is two. */
function parseGroups(text: string): readonly bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const ipv4 = index === parts.length - 1 ? parseIpv4(part) : undefined;
    if (ipv4 !== undefined) groups.push(ipv4 >> 16n, ipv4 & 0xffffn);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}

function join(groups: readonly bigint[]): bigint {
  return groups.reduce((address, group) => (address << 16n) | group, 0n);
}

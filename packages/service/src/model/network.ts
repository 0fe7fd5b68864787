import { isIPv6 } from 'node:net';

const MAPPED = '::ffff:';
/** A client has the lower half of an IPv6 address to itself, and changes it as it likes (RFC 8981). */
const NETWORK_GROUPS = 4;

/** By what the address of a client is known again: of IPv6 the network of its site, otherwise the address itself. */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  if (plain.startsWith(MAPPED) && plain.includes('.')) return plain.slice(MAPPED.length);
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::');
  const groups = groupsOf(before);
  const missing = after === undefined ? 0 : Math.max(0, 8 - groups.length - groupsOf(after).length);
  const all = [...groups, ...Array<string>(missing).fill('0'), ...groupsOf(after ?? '')];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

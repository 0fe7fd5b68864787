import { listOf, type OptionKinds, printable, readOptions, required, text } from '#runtime';
import { fault } from '../fault.ts';
import { WebhookError } from '../webhook-error.ts';
import { type AddressBlock, blockHas, parseAddress, parseBlock } from './ip-address.ts';

/** Where deliveries may come from (RCV-15). */
export interface SenderListOptions {
  /** The addresses that the service sends from, each alone or as a block: `203.0.113.7`, `203.0.113.0/28`, `2001:db8::/32`. */
  readonly addresses: readonly string[];
  /**
   * The addresses of your own proxies and load balancers, alone or as blocks. The receiver believes them about where a request came from,
   * and nobody else. Default: none.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The header in which the proxies pass the addresses on, separated by commas, the nearest last. Default `x-forwarded-for`. */
  readonly forwardedHeader?: string | undefined;
}

/** The longest address of IPv6, with its zone. */
const ADDRESS_CHARACTERS_MAX = 80;

const KINDS: OptionKinds<SenderListOptions> = { addresses: required(listOf(text)), trustedProxies: listOf(text), forwardedHeader: text };

/** Where a request came from, according to its connection and its headers. */
export interface Origin {
  /** The address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
  header(name: string): string | undefined;
}

/**
 * Makes the check of a sender list.
 *
 * @throws {TypeError} when the list is empty or an entry is not an address, so that a typing error does not silently block the service
 */
export function senderList(given: SenderListOptions): (origin: Origin) => void {
  const options = readOptions<SenderListOptions>(given, KINDS, fault, 'senders.');
  const senders = parseBlocks('senders.addresses', options.addresses);
  const proxies = parseBlocks('senders.trustedProxies', options.trustedProxies ?? []);
  const forwardedHeader = options.forwardedHeader ?? 'x-forwarded-for';
  if (senders.length === 0)
    throw new TypeError('senders.addresses is empty, so nothing would be accepted. Leave senders out to accept from anywhere.');
  return (origin) => {
    const address = senderOf(origin, proxies, forwardedHeader);
    if (address !== undefined && senders.some((block) => blockHas(block, address))) return;
    throw new WebhookError(
      'sender-not-allowed',
      `The delivery does not come from an address of the sender list: ${printable(origin.remoteAddress ?? 'unknown', ADDRESS_CHARACTERS_MAX)}.`,
    );
  };
}

/** The nearest address that is not one of our proxies: those further away may be forged. */
function senderOf(origin: Origin, proxies: readonly AddressBlock[], forwardedHeader: string): bigint | undefined {
  const hops = [...(origin.header(forwardedHeader)?.split(',') ?? []), origin.remoteAddress ?? ''];
  for (const hop of hops.toReversed()) {
    const address = parseAddress(withoutPort(hop.trim()));
    if (address === undefined) return undefined;
    if (!proxies.some((block) => blockHas(block, address))) return address;
  }
  return undefined;
}

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[(.*)\](?::[0-9]+)?$|^([0-9.]+):[0-9]+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

function parseBlocks(name: string, texts: readonly string[]): readonly AddressBlock[] {
  return texts.map((text) => {
    const block = parseBlock(text);
    if (block === undefined) throw new TypeError(`${name}: '${text}' is neither an IP address nor a block such as 203.0.113.0/28.`);
    return block;
  });
}

import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { ServiceError } from '../model/service-error.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { Resolve } from './name-lookup.ts';

/**
 * Resolves names for a connection and leaves only addresses that the policy allows: the check stands between the answer of DNS
 * and the dial, so that a name cannot change its address in between (D-10).
 */
export function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter(({ address }) => policy.allows(address));
      if (allowed.length === 0) return callback(refusal(hostname), []);
      answer(allowed, options.all === true, callback);
    });
  };
}

function answer(addresses: readonly LookupAddress[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (all || first === undefined) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

/**
 * Node never looks literal addresses up, whatever their notation: they are checked here, as the URL parser normalised them.
 *
 * @throws {ServiceError} `egress-refused`
 */
export function requireAllowedLiteral(url: URL, policy: AddressPolicy): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !policy.allows(host)) throw refusal(host);
}

function refusal(host: string): ServiceError {
  return new ServiceError(
    'egress-refused',
    `Deliveries to ${host} are not allowed: its address is private, local or reserved. Allow it with --delivery-allow.`,
  );
}

import { request } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { type SecureContext, connect as tlsConnect } from 'node:tls';
import type { buildConnector } from 'undici';
import { ServiceError } from '../model/service-error.ts';
import type { AddressPolicy } from './address-policy.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { Resolve } from './name-lookup.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** What a tunnel is dialled with. */
export interface TunnelInput {
  readonly proxy: URL;
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly secureContext: SecureContext;
}

/**
 * Dials through an HTTP proxy (CONNECT), whose address then is the one that receivers see (DLV-06). Names are still resolved and
 * checked here: the proxy gets an address, so that it cannot be led elsewhere (D-10).
 */
export function proxyTunnel({ proxy, policy, resolve, secureContext }: TunnelInput): buildConnector.connector {
  const lookup = guardedLookup(policy, resolve);
  // The proxy itself may have a private address.
  const proxyLookup = guardedLookup({ allows: () => true }, resolve);
  return ({ hostname, port, servername }, callback) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    addressOf(lookup, host)
      .then((address) => tunnel(proxy, proxyLookup, address, Number(port || 443)))
      .then((socket) => {
        const secured = tlsConnect({ socket, servername: servername ?? (isIP(host) === 0 ? host : ''), secureContext });
        secured.once('secureConnect', () => callback(null, secured)).once('error', (error) => callback(error, null));
      })
      .catch((error: Error) => callback(error, null));
  };
}

async function addressOf(lookup: LookupFunction, host: string): Promise<string> {
  // A literal was checked before the dial: names alone are looked up.
  if (isIP(host) !== 0) return host;
  return new Promise((done, fail) => {
    lookup(host, { all: false }, (error, address) => (error === null ? done(String(address)) : fail(error)));
  });
}

function tunnel(proxy: URL, lookup: LookupFunction, address: string, port: number): Promise<Socket> {
  const target = isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const headers = {
    host: target,
    ...(proxy.username !== '' && { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  return new Promise((done, fail) => {
    const dial = request({ method: 'CONNECT', host: proxy.hostname, port: proxy.port || 80, path: target, headers, lookup });
    dial
      .setTimeout(CONNECT_TIMEOUT_MS, () => dial.destroy(new ServiceError('delivery-timeout', 'The egress proxy did not answer in time.')))
      .once('connect', ({ statusCode }, socket) => {
        if (statusCode === 200) return done(socket);
        socket.destroy();
        fail(new ServiceError('egress-refused', `The egress proxy answered ${statusCode} for ${target}.`));
      })
      .once('error', fail)
      .end();
  });
}

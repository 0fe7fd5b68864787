import type { LookupAddress } from 'node:dns';
import { request } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { ServiceError } from '../model/service-error.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { Resolve } from './name-lookup.ts';

/** Where a tunnel leads to. */
export interface TunnelEnd {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Opens a tunnel. Until there is one, the signal ends it. */
export type OpenTunnel = (end: TunnelEnd, signal: AbortSignal) => Promise<Socket>;

/** What tunnels are opened with. */
export interface TunnelInput {
  readonly proxy: URL;
  /** Finds and checks the addresses of receivers. */
  readonly lookup: LookupFunction;
  readonly resolve: Resolve;
}

/**
 * Opens tunnels through an HTTP proxy (CONNECT), whose address then is the one that receivers see (DLV-06). Names are still resolved and
 * checked here: the proxy gets an address, so that it cannot be led elsewhere (D-10).
 */
export function createProxyTunnels({ proxy, lookup, resolve }: TunnelInput): OpenTunnel {
  const username = decodeURIComponent(proxy.username);
  const credentials = Buffer.from(`${username}:${decodeURIComponent(proxy.password)}`).toString('base64');
  const dialled = {
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || 80,
    // The proxy itself may have a private address.
    lookup: guardedLookup({ allows: () => true }, resolve),
  };
  const authorization = username === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` };

  function tunnel(target: string, signal: AbortSignal): Promise<Socket> {
    return new Promise((done, fail) => {
      request({ ...dialled, path: target, headers: { host: target, ...authorization }, signal })
        .once('connect', ({ statusCode }, socket) => {
          if (statusCode === 200) return done(socket);
          socket.destroy();
          fail(new ServiceError('egress-refused', `The egress proxy answered ${statusCode} for ${target}.`));
        })
        .once('error', (error) => fail(signal.aborted ? signal.reason : error))
        .end();
    });
  }

  return async ({ host, port }, signal) => {
    let failure: unknown;
    // As without a proxy, the next address is tried where one cannot be reached.
    for (const { address, family } of await addressesOf(lookup, host)) {
      try {
        return await tunnel(family === 6 ? `[${address}]:${port}` : `${address}:${port}`, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

async function addressesOf(lookup: LookupFunction, host: string): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  // A literal was checked before the dial: names alone are looked up.
  if (family !== 0) return [{ address: host, family }];
  return new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => {
      // With `all` there is no text without a failure.
      if (error !== null || typeof addresses === 'string') fail(error);
      else done(addresses);
    });
  });
}

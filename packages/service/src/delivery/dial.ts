import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { ServiceError } from '../model/service-error.ts';
import type { AddressPolicy } from './address-policy.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { Resolve } from './name-lookup.ts';
import { createProxyTunnels } from './proxy-tunnel.ts';

/** The longest dial, from the look-up of the name to the end of the handshake. */
const DIAL_MAX_MS = 10_000;

/** What is dialled with. */
export interface DialInput {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly secureContext: SecureContext;
  /** An HTTP proxy to dial through. */
  readonly proxy: URL | undefined;
  readonly dialMaxMs?: number;
}

/**
 * Connects to receivers by TLS, at addresses that are allowed (D-10). Through a proxy it is the same dial, on a tunnel instead of a
 * connection of its own: the same certificates, the same checks of names and addresses, the same limit.
 */
export function createDial({ policy, resolve, secureContext, proxy, dialMaxMs = DIAL_MAX_MS }: DialInput): buildConnector.connector {
  const lookup = guardedLookup(policy, resolve);
  const dial = buildConnector({ secureContext, lookup, autoSelectFamily: true, allowH2: false, timeout: dialMaxMs });
  if (proxy === undefined) return dial;
  const openTunnel = createProxyTunnels({ proxy, lookup, resolve });
  return (options, callback) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new ServiceError('delivery-timeout', `No connection within ${dialMaxMs} ms.`)), dialMaxMs);
    const settle: buildConnector.Callback = (...result) => {
      clearTimeout(timer);
      callback(...result);
    };
    openTunnel({ host: options.hostname, port: Number(options.port || 443) }, limit.signal).then(
      (httpSocket) => {
        // Nobody else closes a tunnel whose far end says nothing.
        limit.signal.addEventListener('abort', () => httpSocket.destroy(limit.signal.reason));
        dial({ ...options, httpSocket }, settle);
      },
      (error) => settle(error, null),
    );
  };
}

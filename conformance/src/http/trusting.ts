import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

const contexts = new Map<string, SecureContext>();

/** Settings of a TLS connection that trusts an authority beside the well-known ones; none where none is given. */
export function trusting(authority: string | undefined): { readonly secureContext?: SecureContext } {
  if (authority === undefined) return {};
  // Made once for all connections: to read the well-known ones takes longer than a handshake.
  const secureContext = contexts.get(authority) ?? createSecureContext({ ca: [...rootCertificates, authority] });
  contexts.set(authority, secureContext);
  return { secureContext };
}

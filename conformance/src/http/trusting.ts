import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** What TLS connections are made with; PEM texts. */
export interface TlsIdentity {
  /** The certificate of an authority to trust, beside the well-known ones. */
  readonly authority?: string | undefined;
  /** By what the other side knows this one. */
  readonly client?: { readonly cert: string; readonly key: string } | undefined;
}

const contexts = new WeakMap<TlsIdentity, SecureContext>();

/** Settings of a TLS connection; none if nothing is said. */
export function trusting(identity: TlsIdentity = {}): { readonly secureContext?: SecureContext } {
  const { authority, client } = identity;
  if (authority === undefined && client === undefined) return {};
  // Made once for all connections: to read the well-known ones takes longer than a handshake.
  const known = contexts.get(identity);
  const secureContext =
    known ?? createSecureContext({ ...(authority !== undefined && { ca: [...rootCertificates, authority] }), ...client });
  contexts.set(identity, secureContext);
  return { secureContext };
}

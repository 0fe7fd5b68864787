import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { textIn } from '../model/configuration-error.ts';

/** The certificates of TLS connections, as PEM texts. */
export interface TlsIdentity {
  /** A CA certificate to trust besides the well-known ones. */
  readonly authority?: string | undefined;
  /** The client certificate and its key. */
  readonly client?: { readonly cert: string; readonly key: string } | undefined;
}

const contexts = new WeakMap<TlsIdentity, SecureContext>();

/** The settings of a TLS connection; empty without an identity. */
export function trusting(identity: TlsIdentity = {}): { readonly secureContext?: SecureContext } {
  const { authority, client } = identity;
  if (authority === undefined && client === undefined) return {};
  // Made once for all connections, because reading the well-known certificates takes longer than a handshake.
  const known = contexts.get(identity);
  const secureContext =
    known ?? createSecureContext({ ...(authority !== undefined && { ca: [...rootCertificates, authority] }), ...client });
  contexts.set(identity, secureContext);
  return { secureContext };
}

/** The text of a PEM file. @param setting the setting that names it @throws ConfigurationError if the file cannot be read */
export function pem(file: string, setting: string): string {
  return textIn(file, 'correct it, or leave it out', `${setting}: ${file}`);
}

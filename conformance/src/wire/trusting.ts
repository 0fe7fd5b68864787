import { rootCertificates } from 'node:tls';

/** Settings of a TLS connection that trusts an authority beside the well-known ones; none where none is given. */
export function trusting(authority: string | undefined): { readonly ca?: string[] } {
  return authority === undefined ? {} : { ca: [...rootCertificates, authority] };
}

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A certificate, and the authority that vouches for it. */
export interface Certificates {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const notBefore = new Date(Date.now() - 86_400_000);
const notAfter = new Date(Date.now() + 7 * 86_400_000);

/** A certificate for these names and addresses. */
export async function createCertificates(names: readonly string[] = ['localhost', '127.0.0.1', '::1']): Promise<Certificates> {
  const authorityKeys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })))],
  });
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(der, 'PRIVATE KEY'),
    authority: authority.toString('pem'),
  };
}

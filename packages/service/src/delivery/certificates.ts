import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ServiceError } from '../model/service-error.ts';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/**
 * Checks whether a file of certificates can be used. A file that is absent or empty can, because it may be filled later.
 *
 * @throws {ServiceError} `bad-argument` when it cannot be read, or holds something else
 */
export function requireCertificates(file: string): void {
  const pem = read(file);
  const certificates = certificatesIn(pem);
  try {
    for (const certificate of certificates) new X509Certificate(certificate);
    if (certificates.length > 0 || pem.trim() === '') return;
  } catch (cause) {
    throw new ServiceError('bad-argument', `${file} holds a broken certificate. Write it in PEM.`, { cause });
  }
  throw new ServiceError('bad-argument', `${file} holds no certificate. Write them in PEM.`);
}

function certificatesIn(pem: string): readonly string[] {
  const [, ...begun] = pem.split(BEGIN);
  return begun.flatMap((text) => (text.includes(END) ? [BEGIN + text.slice(0, text.indexOf(END)) + END] : []));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw new ServiceError('bad-argument', `${file} cannot be read (${String(cause)}). Name a PEM file.`, { cause });
  }
}

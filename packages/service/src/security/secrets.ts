import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a secret of ours begins with, so that a leaked one is recognised. */
export type SecretPrefix = 'bct' | 'bck' | 'bcl' | 'bcp' | 'whsec';

/** A new random secret of 256 bits: `bct` bearer token, `bck` API key, `bcl` license key, `bcp` password, `whsec` webhook secret (D-11). */
export function newSecret(prefix: SecretPrefix): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** How tokens and keys are stored. They are random, so that a plain hash is enough; passwords are not (see password.ts). */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Compares two hashes without telling where they differ. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

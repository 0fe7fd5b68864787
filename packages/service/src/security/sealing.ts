import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { ServiceError } from '../model/service-error.ts';
import { createRandomPool } from './random-pool.ts';

/** The length of a sealing key in bytes. */
export const SEALING_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets that must be read again, such as those that sign deliveries, unreadable in the database (D-11). */
export interface Sealer {
  /** @param purpose binds the result to its row: what was sealed for one purpose does not open for another */
  seal(plain: string, purpose: string): string;
  /** @throws {ServiceError} `seal-broken` when the key or the purpose is another, or the bytes were changed */
  open(sealed: string, purpose: string): string;
}

/** AES-256-GCM with a fresh nonce for each seal: base64url of nonce, tag and cipher text. */
export function createSealer(key: Buffer): Sealer {
  // Made once: the bytes would be turned into a key again for each seal.
  const secretKey = createSecretKey(key);
  const nextNonce = createRandomPool(NONCE_BYTES);
  return {
    seal(plain, purpose) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', secretKey, nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', secretKey, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new ServiceError('seal-broken', `A sealed value (${purpose}) cannot be opened. It belongs to another key, or was changed.`, {
          cause,
        });
      }
    },
  };
}

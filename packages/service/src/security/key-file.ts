import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ServiceError } from '../service-error.ts';
import { SEALING_KEY_BYTES } from './sealing.ts';

/**
 * The sealing key in a file, made when there is none: 32 random bytes in base64, readable by the owner alone.
 *
 * @throws {ServiceError} `key-unusable` when the file holds something else or cannot be written
 */
export function loadKeyFile(file: string): Buffer {
  if (!existsSync(file)) writeKey(file);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length === SEALING_KEY_BYTES) return key;
  throw new ServiceError('key-unusable', `${file} must hold ${SEALING_KEY_BYTES} bytes in base64; it holds ${key.length}.`);
}

function writeKey(file: string): void {
  try {
    writeFileSync(file, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new ServiceError('key-unusable', `The key file ${file} cannot be written.`, { cause });
  }
}

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ServiceError } from '../model/service-error.ts';
import { openToOthers } from './private-file.ts';
import { SEALING_KEY_BYTES } from './sealing.ts';

/**
 * The sealing key in a file, made when there is none: 32 random bytes in base64, readable by the owner alone.
 *
 * @param mayMake whether nothing was sealed yet: another key would not open what was
 * @throws {ServiceError} `key-unusable` when the file holds something else, others than its owner may read it, cannot be read or written, or is missing although it was there
 */
export function loadKeyFile(file: string, mayMake: boolean): Buffer {
  if (!existsSync(file)) {
    if (!mayMake)
      throw new ServiceError(
        'key-unusable',
        `The key file ${file} is missing, and the database has data; put it back, or name it with --key-file.`,
      );
    writeKey(file);
  }
  const refusal = openToOthers(file);
  if (refusal !== undefined) throw new ServiceError('key-unusable', refusal);
  const key = Buffer.from(readKey(file).trim(), 'base64');
  if (key.length === SEALING_KEY_BYTES) return key;
  throw new ServiceError('key-unusable', `${file} must hold ${SEALING_KEY_BYTES} bytes in base64. It holds ${key.length}.`);
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw unusable(file, 'read', cause);
  }
}

function writeKey(file: string): void {
  try {
    writeFileSync(file, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw unusable(file, 'written', cause);
  }
}

function unusable(file: string, done: 'read' | 'written', cause: unknown): ServiceError {
  const reason = cause instanceof Error && 'code' in cause ? cause.code : String(cause);
  return new ServiceError('key-unusable', `The key file ${file} cannot be ${done} (${reason}). Check the path and its permissions.`, {
    cause,
  });
}

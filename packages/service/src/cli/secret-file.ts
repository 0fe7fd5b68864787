import { ServiceError } from '../model/service-error.ts';
import { openToOthers } from '../security/private-file.ts';

/** @throws {ServiceError} `bad-argument` when others than its owner may read a file that holds a secret */
export function requireSecretFile(file: string): void {
  const refusal = openToOthers(file);
  if (refusal !== undefined) throw new ServiceError('bad-argument', refusal);
}

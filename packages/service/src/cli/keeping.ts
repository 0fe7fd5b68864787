import type { Settings } from '#command-line';
import { createClock } from '../model/clock.ts';
import { ServiceError } from '../model/service-error.ts';
import { createDirectory, type Directory } from '../store/directory.ts';
import { openStore } from '../store/open-store.ts';
import { createProvisioning, type Provisioning } from '../usecases/provisioning.ts';
import { storeSettings } from './store-settings.ts';

/** What keepers of a service work with. */
export interface Keeping {
  readonly directory: Directory;
  readonly provisioning: Provisioning;
}

/** Opens the database for one piece of work. With SQLite no service may run at the same time. */
export async function keep<Result>(settings: Settings, work: (keeping: Keeping) => Promise<Result>): Promise<Result> {
  const { database } = await openStore({ ...storeSettings(settings), statementTimeoutMs: 0 }, createClock());
  try {
    return await work({ directory: createDirectory(database), provisioning: createProvisioning(database.connection) });
  } finally {
    await database.close();
  }
}

/** @throws {ServiceError} `not-found` unless there was one */
export function requireFound(found: boolean, what: string): void {
  if (!found) throw new ServiceError('not-found', `There is no ${what}. See the list command.`);
}

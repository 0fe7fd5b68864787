import { type Answer, type ContractCall, runCall } from '@business-cloud/server';
import { handlers } from '../http/handlers.ts';
import { createClock } from '../model/clock.ts';
import { companyId } from '../model/ids.ts';
import { accessStore } from '../store/access-store.ts';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import { createListTurns } from '../usecases/list-turns.ts';
import { createTransactions } from '../usecases/transactions.ts';

/** Changes of the legacy desktop application on their way in. */
export interface DesktopChanges {
  /** Makes a change, once for each idempotency key; answers what a client of the Customer API would be answered. */
  make(change: ContractCall): Promise<Answer>;
  close(): Promise<void>;
}

/** Whose changes they are: idempotency keys belong to it, no token does. */
const DESKTOP_USER = { id: 'desktop application' };

/**
 * Takes changes by the same operations as the API does, with the same checks, but as the desktop application's: of their events only
 * those of Documento are recorded (D-14, DLV-07).
 *
 * @throws {ServiceError} when the database cannot be used
 */
export async function openDesktopChanges(options: StoreOptions): Promise<DesktopChanges> {
  const clock = createClock();
  const { database, sealer } = await openStore(options, clock);
  const { connection } = database;
  // Other processes deliver what is recorded.
  const transactions = createTransactions({
    database,
    sealer,
    lists: createListTurns(),
    now: clock.now,
    origin: 'desktop',
    onDeliveries: () => undefined,
  });
  const admit = async (id: number) => {
    const azienda = await accessStore(connection).azienda(companyId(id));
    return azienda && { user: DESKTOP_USER, companyId: azienda.id, applicationId: undefined };
  };
  return {
    make: (change) => runCall({ handlers, transactions, admit }, change),
    close: () => database.close(),
  };
}

import { readArrivals } from '../model/arrivals.ts';
import { createInProgress } from '../model/in-progress.ts';
import { createSlots } from '../model/slots.ts';

/** Who asked for a list. */
export interface ListAsker {
  readonly user: string;
  /** Whether the client is gone. */
  isAbandoned(): boolean;
}

/** The client hung up. The server takes that for what it is, a fault of the request: nothing is logged, and nobody reads the answer. */
export class ClientGone extends Error {
  readonly statusCode = 499;
}

/** How many lists are read at once: a page of large documents takes some megabytes until it is sent. */
export const LISTS_MAX = 4;

/** How many of one user are read or wait. */
export const LISTS_OF_ONE_MAX: number = 256;

/** The lists of one service. */
export interface ListTurns {
  /**
   * Reads a list when its turn has come; users take turns. What has arrived is read before: where the database answers at once, one list
   * would follow another in the same turn of the event loop, and nobody else would be heard meanwhile. A list whose client is gone by then
   * is not read.
   *
   * @throws {TooManyWaiting} when that user has too many already
   * @throws {ClientGone} when nobody waits for it any more
   */
  run<Result>(list: () => Promise<Result>, asker: ListAsker): Promise<Result>;
}

export function createListTurns(ofOneMax: number = LISTS_OF_ONE_MAX): ListTurns {
  const slots = createSlots(LISTS_MAX);
  const asked = createInProgress<string>(ofOneMax, 'lists');
  return {
    run(list, { user, isAbandoned }) {
      const inTurn = async () => {
        await readArrivals();
        if (isAbandoned()) throw new ClientGone('The client did not wait for this list.');
        return list();
      };
      return asked.run(user, () => slots.run(inTurn, user));
    },
  };
}

import { readArrivals } from '../model/arrivals.ts';
import { createInProgress } from '../model/in-progress.ts';
import { createSlots } from '../model/slots.ts';

/** How many lists are read at once: a page of large documents takes some megabytes until it is sent. */
export const LISTS_MAX = 4;

/** How many of one user are read or wait: each is made, whether anybody is still there to read it or not. */
export const LISTS_OF_ONE_MAX = 256;

const slots = createSlots(LISTS_MAX);
const asked = createInProgress<string>(LISTS_OF_ONE_MAX, 'lists');

/**
 * Reads a list when its turn among all lists of this process has come; users take turns. What has arrived is read before: where the
 * database answers at once, one list would follow another in the same turn of the event loop, and nobody else would be heard meanwhile.
 *
 * @param user whose list it is
 * @throws {TooManyWaiting} when that user has too many already
 */
export function listInTurn<Result>(list: () => Promise<Result>, user: string): Promise<Result> {
  const inTurn = async () => {
    await readArrivals();
    return list();
  };
  return asked.run(user, () => slots.run(inTurn, user));
}

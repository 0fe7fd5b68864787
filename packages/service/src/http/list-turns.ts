import { readArrivals } from '../model/arrivals.ts';
import { createSlots } from '../model/slots.ts';

/** How many lists are read at once: a page of large documents takes some megabytes until it is sent. */
export const LISTS_MAX = 4;

const slots = createSlots(LISTS_MAX);

/**
 * Reads a list when its turn among all lists of this process has come; users take turns. What has arrived is read before: where the
 * database answers at once, one list would follow another in the same turn of the event loop, and nobody else would be heard meanwhile.
 *
 * @param user whose list it is
 */
export function listInTurn<Result>(list: () => Promise<Result>, user: string): Promise<Result> {
  return slots.run(async () => {
    await readArrivals();
    return list();
  }, user);
}

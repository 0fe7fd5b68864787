import { createSlots, type Slots } from '../model/slots.ts';

/** How many lists are read at once: a page of large documents takes some megabytes until it is sent. */
const LISTS_MAX = 4;

/** Of all requests of this process; users take turns. */
export const lists: Slots = createSlots(LISTS_MAX);

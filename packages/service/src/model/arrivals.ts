import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many turns of the event loop are taken at most, so that those who connect without end do not delay everybody else for ever. */
export const TURNS_MAX = 128;

let hasAccepted = false;
subscribe('net.server.socket', () => {
  hasAccepted = true;
});
let reading: Promise<void> | undefined;

/**
 * Resolves after everything that has arrived so far has been read, from new clients as well. Node accepts one connection in each turn
 * of the event loop: so another turn follows each that accepted one. All who wait go on together.
 */
export function readArrivals(): Promise<void> {
  reading ??= takeTurns().then(() => {
    reading = undefined;
  });
  return reading;
}

async function takeTurns(): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    await nextTurn();
    if (!hasAccepted || turn === TURNS_MAX) return;
    hasAccepted = false;
  }
}

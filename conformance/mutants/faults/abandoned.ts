import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from '../mutant.ts';

const MOST_WAITS = 10;

const WAIT_MS = 10;

/** Whether the caller of a request leaves within some time, or has left: long enough to be noted however busy the machine is. */
export async function isSoonAbandoned(request: Request): Promise<boolean> {
  for (let wait = 0; wait < MOST_WAITS && !request.isAbandoned?.(); wait += 1) await sleep(WAIT_MS);
  return request.isAbandoned?.() ?? false;
}

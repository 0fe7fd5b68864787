import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from '../mutant.ts';

const MOST_WAITS = 10;

const WAIT_MS = 10;

/** Whether the caller of a request has left, or leaves soon. The wait is long enough for a busy machine. */
export async function isSoonAbandoned(request: Request): Promise<boolean> {
  for (let wait = 0; wait < MOST_WAITS && !request.isAbandoned?.(); wait += 1) await sleep(WAIT_MS);
  return request.isAbandoned?.() ?? false;
}

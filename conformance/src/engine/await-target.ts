import { setTimeout as sleep } from 'node:timers/promises';
import { RequestBuilder } from '../api/requests.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import type { ActiveRun } from './active-run.ts';

const PAUSE_MS = 250;

/** Waits until both APIs answer anything, but no longer than this. The preflight then reports an API that still does not answer. */
export async function awaitTarget({ target, driver, signal }: ActiveRun, withinMs: number): Promise<void> {
  const { adminUrl } = target.service;
  const calls = [new RequestBuilder(target, 'none').call('listAzienda'), { method: 'GET', url: adminUrl, headers: [] }];
  const until = performance.now() + withinMs;
  for (const call of calls) {
    while (performance.now() < until) {
      const isThere = await driver.sendOnce(call, () => undefined).then(() => true, unlessLost);
      if (isThere) break;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function unlessLost(error: unknown): false {
  if (!(error instanceof LostAnswer)) throw error;
  return false;
}

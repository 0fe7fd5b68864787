import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgingContext } from '../model/judging-context.ts';
import { times } from './times.ts';

/** Looks until it has seen enough: a target may show what it has done a little later. Answers whether it has. */
export async function lookUntil(context: Pick<JudgingContext, 'idle'>, look: () => Promise<boolean>): Promise<boolean> {
  for (const pauseMs of times.betweenLooksMs) {
    if (await look()) return true;
    await context.idle(() => sleep(pauseMs));
  }
  return await look();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgingContext } from '../model/judging-context.ts';
import { times } from './times.ts';

/** Repeats a look until it succeeds, because a target may show its work a little later. Returns whether it succeeded. */
export async function lookUntil(context: Pick<JudgingContext, 'idle'>, look: () => Promise<boolean>): Promise<boolean> {
  for (const pauseMs of times.betweenLooksMs) {
    if (await look()) return true;
    await context.idle(() => sleep(pauseMs));
  }
  return await look();
}

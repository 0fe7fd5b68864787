import type { CheckContext } from '../model/check-context.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';

/** One part of what a rule judges; undefined, and named as not judged, where the target does not do what that part needs. */
export async function unlessAbsent<T>(context: CheckContext, what: string, part: () => Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
    context.leaveUnjudged(`${what}: ${error.message}`);
    return undefined;
  }
}

import type { CheckContext } from '../model/check-context.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';

/** Runs a part of a check. Undefined, and reported as not judged, if the target lacks what the part needs. */
export async function unlessAbsent<T>(context: CheckContext, what: string, part: () => Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
    context.leaveUnjudged(`${what}: ${error.message}`);
    return undefined;
  }
}

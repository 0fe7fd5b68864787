import type { Trial } from '../engine/trial.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';

/** One part of what a rule judges; undefined, and named as not judged, where the target does not do what that part needs. */
export async function unlessAbsent<T>(trial: Trial, what: string, part: () => Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
    trial.leaveUnjudged(`${what}: ${error.message}`);
    return undefined;
  }
}

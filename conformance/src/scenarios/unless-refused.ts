import { Inconclusive, Skip } from '../model/verdict.ts';

/** What was prepared. Undefined if the target refuses it. */
export async function unlessRefused<T>(prepared: Promise<T>): Promise<T | undefined> {
  try {
    return await prepared;
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}

/** What the target can do. Undefined if it lacks what that needs, or refuses it: other rules say why. */
export async function whereItCan<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await unlessRefused(act());
  } catch (error) {
    if (error instanceof Skip) return undefined;
    throw error;
  }
}

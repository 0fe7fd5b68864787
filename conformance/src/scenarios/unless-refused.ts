import { Inconclusive } from '../model/verdict.ts';

/** What was prepared. Undefined if the target refuses it. */
export async function unlessRefused<T>(prepared: Promise<T>): Promise<T | undefined> {
  try {
    return await prepared;
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}

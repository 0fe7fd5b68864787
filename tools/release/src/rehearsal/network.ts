import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 3;
const PAUSE_MS = 5_000;

/**
 * Does what takes packages from a registry. When it fails it is done again, three times in all: networks drop connections, and not every
 * package manager asks again by itself (Yarn gives up when a connection closes before it is established).
 *
 * @throws what the last attempt threw
 */
export async function overNetwork<T>(download: () => Promise<T>, pauseMs: number = PAUSE_MS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await download();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(pauseMs);
    }
  }
}

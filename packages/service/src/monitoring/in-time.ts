import { setTimeout as sleep } from 'node:timers/promises';

/** How long the database may take to answer before a node is said to be without it, in milliseconds. */
const ANSWER_WITHIN_MS = 2_000;

/** What the database answers; undefined when it fails or takes too long. */
export async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  const settled = new AbortController();
  const late = sleep(ANSWER_WITHIN_MS, undefined, { signal: settled.signal }).catch(() => undefined);
  const answered = await Promise.race([asked.catch(() => undefined), late]);
  settled.abort();
  return answered;
}

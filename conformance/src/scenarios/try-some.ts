import type { CheckContext } from '../model/check-context.ts';

/**
 * Tries some of the candidates, at the standard budget all. Tries the others only if none of them could be judged.
 * @param attempt returns whether the candidate could be judged
 * @returns whether any candidate could be judged
 */
export async function trySome<T>(
  context: CheckContext,
  candidates: readonly T[],
  attempt: (candidate: T) => Promise<boolean>,
): Promise<boolean> {
  const share = context.some(candidates);
  let judged = false;
  for (const candidate of share) judged = (await attempt(candidate)) || judged;
  for (const candidate of candidates) if (!judged && !share.includes(candidate)) judged = await attempt(candidate);
  return judged;
}

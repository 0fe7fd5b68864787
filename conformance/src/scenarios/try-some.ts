import type { CheckContext } from '../model/check-context.ts';

/**
 * Tries a share of the candidates, at the standard budget all of them; others only where none of the share could be judged.
 * @param attempt answers whether the candidate could be judged
 * @returns whether any could
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

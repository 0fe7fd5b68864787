import { type Came, type ClientParts, type Next, type Progress, rightParts } from './client-parts.ts';

/** Does something else after one status, undefined for a lost connection. @param decide gets what a correct client would do */
export function nextOn(
  status: number | undefined,
  decide: (right: Next, progress: Progress, came: Came) => Next,
): Pick<ClientParts, 'next'> {
  return {
    next: (came, progress) => {
      const right = rightParts.next(came, progress);
      return came.status === status ? decide(right, progress, came) : right;
    },
  };
}

import type { ReceiverParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

function tolerating(seconds: number): Partial<ReceiverParts> {
  return { isFresh: (t, now) => /^\d+$/.test(t) && Math.abs(now - Number(t)) <= seconds };
}

export const mutants: ReceiverMutants = {
  'six-minutes': {
    mustAlsoBreak: ['RCV-09'],
    mayBreak: ['RCV-16'],
    ...tolerating(360),
  },
  'four-minutes': { mustAlsoBreak: ['RCV-10'], ...tolerating(240) },
};

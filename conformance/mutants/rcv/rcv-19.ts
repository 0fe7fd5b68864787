import type { ReceiverMutant } from '../receiver-mutant.ts';

function tolerating(seconds: number): ReceiverMutant['parts'] {
  return { isFresh: (t, now) => /^\d+$/.test(t) && Math.abs(now - Number(t)) <= seconds };
}

/** Faulty receivers that the check of RCV-19 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  { id: 'RCV-19-six-minutes', mustBreak: ['RCV-19', 'RCV-09'], mayBreak: ['RCV-16'], parts: tolerating(360) },
  { id: 'RCV-19-four-minutes', mustBreak: ['RCV-19', 'RCV-10'], parts: tolerating(240) },
];

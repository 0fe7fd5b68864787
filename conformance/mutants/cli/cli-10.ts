import type { ClientMutant } from '../client-mutant.ts';
import { rightParts } from '../peer/client-parts.ts';

/** Faulty clients that the check of CLI-10 must catch. */
export const mutants: readonly ClientMutant[] = [
  { id: 'CLI-10-one-more', mustBreak: ['CLI-10'], parts: sendingBack((token) => token + 1) },
  { id: 'CLI-10-zero-is-none', mustBreak: ['CLI-10'], parts: sendingBack((token) => token || undefined) },
  { id: 'CLI-10-zero-is-one', mustBreak: ['CLI-10'], parts: sendingBack((token) => token || 1) },
  { id: 'CLI-10-none', mustBreak: ['CLI-10'], parts: sendingBack(() => undefined) },
  { id: 'CLI-10-always-one', mustBreak: ['CLI-10'], parts: sendingBack(() => 1) },
  { id: 'CLI-10-as-text', mustBreak: ['CLI-10'], parts: sendingBack(String) },
  { id: 'CLI-10-in-32-bits', mustBreak: ['CLI-10'], parts: sendingBack((token) => token | 0) },
  { id: 'CLI-10-as-a-float', mustBreak: ['CLI-10'], parts: sendingBack(Math.fround) },
  { id: 'CLI-10-not-beyond-ten-digits', mustBreak: ['CLI-10'], parts: sendingBack((token) => token % 10_000_000_000) },
];

function sendingBack(write: (token: number) => unknown): ClientMutant['parts'] {
  return {
    changed: (text) =>
      JSON.stringify({ ...JSON.parse(rightParts.changed(text)), ConcurrencyToken: write(JSON.parse(text).concurrencyToken) }),
  };
}

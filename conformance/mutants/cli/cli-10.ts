import type { ClientMutants } from '../client-mutant.ts';
import { type ClientParts, rightParts } from '../peer/client-parts.ts';

export const mutants: ClientMutants = {
  'one-more': sendingBack((token) => token + 1),
  'zero-is-none': sendingBack((token) => token || undefined),
  'zero-is-one': sendingBack((token) => token || 1),
  none: sendingBack(() => undefined),
  'always-one': sendingBack(() => 1),
  'as-text': sendingBack(String),
  'in-32-bits': sendingBack((token) => token | 0),
  'as-a-float': sendingBack(Math.fround),
  'not-beyond-ten-digits': sendingBack((token) => token % 10_000_000_000),
};

function sendingBack(write: (token: number) => unknown): Partial<ClientParts> {
  return {
    changed: (text) =>
      JSON.stringify({ ...JSON.parse(rightParts.changed(text)), ConcurrencyToken: write(JSON.parse(text).concurrencyToken) }),
  };
}

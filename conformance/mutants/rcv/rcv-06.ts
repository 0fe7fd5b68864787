import { timingSafeEqual } from 'node:crypto';
import { rightParts, splitAtFirst } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Faulty receivers that the check of RCV-06 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  { id: 'RCV-06-first-alone', mustBreak: ['RCV-06'], parts: { anyMatches: ([first], isRight) => first !== undefined && isRight(first) } },
  {
    id: 'RCV-06-last-wins',
    mustBreak: ['RCV-06'],
    parts: {
      parse: (header) => {
        const { t, v2 } = Object.fromEntries(header.split(',').map(splitAtFirst));
        return { t, v2: v2 === undefined ? [] : [v2] };
      },
    },
  },
  {
    id: 'RCV-06-every-one',
    mustBreak: ['RCV-06', 'RCV-04'],
    mayBreak: ['RCV-05', 'RCV-08'],
    parts: { anyMatches: (v2, isRight) => v2.every(isRight) },
  },
  { id: 'RCV-06-two-at-most', mustBreak: ['RCV-06'], parts: { anyMatches: (v2, isRight) => v2.slice(0, 2).some(isRight) } },
  {
    id: 'RCV-06-more-than-one-is-suspicious',
    mustBreak: ['RCV-06'],
    parts: { anyMatches: (v2, isRight) => v2.length === 1 && v2.some(isRight) },
  },
  {
    id: 'RCV-06-throws-on-another-length',
    mustBreak: ['RCV-06'],
    parts: { isEqual: (expected, v2) => timingSafeEqual(Buffer.from(expected), Buffer.from(v2)) },
  },
  {
    id: 'RCV-06-timestamp-comes-first',
    mustBreak: ['RCV-06', 'RCV-07'],
    mayBreak: ['RCV-08'],
    parts: { parse: (header) => (header.startsWith('t=') ? rightParts.parse(header) : undefined) },
  },
  {
    id: 'RCV-06-signature-comes-last',
    mustBreak: ['RCV-06', 'RCV-07'],
    mayBreak: ['RCV-08'],
    parts: {
      parse: (header) => ({
        t: rightParts.parse(header)?.t,
        v2: header.includes(',v2=') ? [header.slice(header.lastIndexOf(',v2=') + 4)] : [],
      }),
    },
  },
];

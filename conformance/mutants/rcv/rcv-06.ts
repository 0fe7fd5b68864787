import { timingSafeEqual } from 'node:crypto';
import { rightParts, splitAtFirst } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'first-alone': { anyMatches: ([first], isRight) => first !== undefined && isRight(first) },
  'last-wins': {
    parse: (header) => {
      const { t, v2 } = Object.fromEntries(header.split(',').map(splitAtFirst));
      return { t, v2: v2 === undefined ? [] : [v2] };
    },
  },
  'every-one': {
    mustAlsoBreak: ['RCV-04'],
    mayBreak: ['RCV-05', 'RCV-08'],
    anyMatches: (v2, isRight) => v2.every(isRight),
  },
  'two-at-most': { anyMatches: (v2, isRight) => v2.slice(0, 2).some(isRight) },
  'more-than-one-is-suspicious': { anyMatches: (v2, isRight) => v2.length === 1 && v2.some(isRight) },
  'throws-on-another-length': { isEqual: (expected, v2) => timingSafeEqual(Buffer.from(expected), Buffer.from(v2)) },
  'timestamp-comes-first': {
    mustAlsoBreak: ['RCV-07'],
    mayBreak: ['RCV-08'],
    parse: (header) => (header.startsWith('t=') ? rightParts.parse(header) : undefined),
  },
  'signature-comes-last': {
    mustAlsoBreak: ['RCV-07'],
    mayBreak: ['RCV-08'],
    parse: (header) => ({
      t: rightParts.parse(header)?.t,
      v2: header.includes(',v2=') ? [header.slice(header.lastIndexOf(',v2=') + 4)] : [],
    }),
  },
};

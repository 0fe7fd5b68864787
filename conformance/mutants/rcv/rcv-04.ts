import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Faulty receivers that the check of RCV-04 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  {
    id: 'RCV-04-no-header-in-development',
    mustBreak: ['RCV-04'],
    parts: {
      receive: async (arrival, receiver) =>
        arrival.headers['service-signature'] === undefined ? 204 : await rightParts.receive(arrival, receiver),
    },
  },
  {
    id: 'RCV-04-empty-header',
    mustBreak: ['RCV-04'],
    parts: {
      receive: async (arrival, receiver) =>
        arrival.headers['service-signature'] === '' ? 204 : await rightParts.receive(arrival, receiver),
    },
  },
  {
    id: 'RCV-04-none-is-enough',
    mustBreak: ['RCV-04'],
    mayBreak: ['RCV-05', 'RCV-08'],
    parts: { anyMatches: (v2, isRight) => v2.length === 0 || v2.some(isRight) },
  },
  {
    id: 'RCV-04-undefined-is-signed',
    mustBreak: ['RCV-04'],
    mayBreak: ['RCV-16'],
    parts: {
      parse: (header) => ({ t: 'undefined', ...withoutMissing(rightParts.parse(header)) }),
      isFresh: (t, nowSeconds) => !(Math.abs(nowSeconds - Number(t)) > 300),
    },
  },
  {
    id: 'RCV-04-no-timestamp-is-never-old',
    mustBreak: ['RCV-04'],
    mayBreak: ['RCV-16'],
    parts: {
      parse: (header) => ({ t: '', ...withoutMissing(rightParts.parse(header)) }),
      isFresh: (t, nowSeconds) => t === '' || rightParts.isFresh(t, nowSeconds),
    },
  },
  {
    id: 'RCV-04-no-timestamp-is-zero',
    mustBreak: ['RCV-04'],
    mayBreak: ['RCV-09'],
    parts: {
      parse: (header) => ({ t: '0', ...withoutMissing(rightParts.parse(header)) }),
      isFresh: (t, nowSeconds) => t === '0' || rightParts.isFresh(t, nowSeconds),
    },
  },
];

/** The values that were found, so that defaults can fill in the rest. */
function withoutMissing(signed: ReturnType<typeof rightParts.parse>): { t?: string; v2: readonly string[] } {
  return { v2: signed?.v2 ?? [], ...(signed?.t !== undefined && { t: signed.t }) };
}

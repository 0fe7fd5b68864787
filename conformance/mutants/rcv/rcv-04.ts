import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'no-header-in-development': {
    receive: async (arrival, receiver) =>
      arrival.headers['service-signature'] === undefined ? 204 : await rightParts.receive(arrival, receiver),
  },
  'empty-header': {
    receive: async (arrival, receiver) => (arrival.headers['service-signature'] === '' ? 204 : await rightParts.receive(arrival, receiver)),
  },
  'none-is-enough': {
    mayBreak: ['RCV-05', 'RCV-08'],
    anyMatches: (v2, isRight) => v2.length === 0 || v2.some(isRight),
  },
  'undefined-is-signed': {
    mayBreak: ['RCV-16'],
    parse: (header) => ({ t: 'undefined', ...withoutMissing(rightParts.parse(header)) }),
    isFresh: (t, nowSeconds) => !(Math.abs(nowSeconds - Number(t)) > 300),
  },
  'no-timestamp-is-never-old': {
    mayBreak: ['RCV-16'],
    parse: (header) => ({ t: '', ...withoutMissing(rightParts.parse(header)) }),
    isFresh: (t, nowSeconds) => t === '' || rightParts.isFresh(t, nowSeconds),
  },
  'no-timestamp-is-zero': {
    mayBreak: ['RCV-09'],
    parse: (header) => ({ t: '0', ...withoutMissing(rightParts.parse(header)) }),
    isFresh: (t, nowSeconds) => t === '0' || rightParts.isFresh(t, nowSeconds),
  },
};

/** The values that were found, so that defaults can fill in the rest. */
function withoutMissing(signed: ReturnType<typeof rightParts.parse>): { t?: string; v2: readonly string[] } {
  return { v2: signed?.v2 ?? [], ...(signed?.t !== undefined && { t: signed.t }) };
}

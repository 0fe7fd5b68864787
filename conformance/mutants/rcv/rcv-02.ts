import { rightParts, verified } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Accepts a body that is valid, or that would be valid after a repair. */
function whenInDoubt(mend: (text: string) => string): ReceiverMutant['parts'] {
  return {
    receive: async (arrival, receiver) => {
      const mended = { ...arrival, body: Buffer.from(mend(arrival.body.toString('utf8'))) };
      return await rightParts.receive(verified(arrival, receiver) === undefined ? mended : arrival, receiver);
    },
  };
}

/** Faulty receivers that the check of RCV-02 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  { id: 'RCV-02-trimmed-when-in-doubt', mustBreak: ['RCV-02'], parts: whenInDoubt((text) => text.trim()) },
  { id: 'RCV-02-last-line-break-lost', mustBreak: ['RCV-02'], parts: whenInDoubt((text) => text.replace(/\r?\n$/, '')) },
  { id: 'RCV-02-serialised-anew-when-in-doubt', mustBreak: ['RCV-02'], parts: whenInDoubt((text) => JSON.stringify(JSON.parse(text))) },
  { id: 'RCV-02-headers-that-were-right-once', mustBreak: ['RCV-02'], parts: rememberedHeaders() },
  {
    id: 'RCV-02-empty-bodies-are-pings',
    mustBreak: ['RCV-02'],
    parts: { receive: async (arrival, receiver) => (arrival.body.length === 0 ? 200 : await rightParts.receive(arrival, receiver)) },
  },
];

/** Does not verify a header again that was valid once. */
function rememberedHeaders(): ReceiverMutant['parts'] {
  const right = new Set<unknown>();
  return {
    receive: async (arrival, receiver) => {
      const header = arrival.headers['service-signature'];
      if (right.has(header)) return 204;
      const status = await rightParts.receive(arrival, receiver);
      if (status === 204) right.add(header);
      return status;
    },
  };
}

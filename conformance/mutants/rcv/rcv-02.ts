import { type ReceiverParts, rightParts, verified } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

/** Accepts a body that is valid, or that would be valid after a repair. */
function whenInDoubt(mend: (text: string) => string): Partial<ReceiverParts> {
  return {
    receive: async (arrival, receiver) => {
      const mended = { ...arrival, body: Buffer.from(mend(arrival.body.toString('utf8'))) };
      return await rightParts.receive(verified(arrival, receiver) === undefined ? mended : arrival, receiver);
    },
  };
}

export const mutants: ReceiverMutants = {
  'trimmed-when-in-doubt': whenInDoubt((text) => text.trim()),
  'last-line-break-lost': whenInDoubt((text) => text.replace(/\r?\n$/, '')),
  'serialised-anew-when-in-doubt': whenInDoubt((text) => JSON.stringify(JSON.parse(text))),
  'headers-that-were-right-once': rememberedHeaders(),
  'empty-bodies-are-pings': {
    receive: async (arrival, receiver) => (arrival.body.length === 0 ? 200 : await rightParts.receive(arrival, receiver)),
  },
};

/** Does not verify a header again that was valid once. */
function rememberedHeaders(): Partial<ReceiverParts> {
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

import { rightParts, verified } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Faulty receivers that the check of RCV-12 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  {
    id: 'RCV-12-a-second-does-not-matter',
    mustBreak: ['RCV-12'],
    parts: {
      sign: (secret, t, body) => [-1, 0, 1].map((by) => rightParts.sign(secret, String(Number(t) + by), body)).join(' '),
      isEqual: (expected, v2) => expected.split(' ').includes(v2),
    },
  },
  {
    id: 'RCV-12-timestamp-as-a-number',
    mustBreak: ['RCV-12'],
    mayBreak: ['RCV-16'],
    parts: { sign: (secret, t, body) => rightParts.sign(secret, String(Number(t)), body) },
  },
  { id: 'RCV-12-bodies-that-were-right-once', mustBreak: ['RCV-12'], mayBreak: ['RCV-09', 'RCV-16'], parts: rememberedBodies() },
  {
    id: 'RCV-12-padded-timestamps',
    mustBreak: ['RCV-12'],
    parts: { sign: (secret, t, body) => rightParts.sign(secret, t.replace(/^0+/, ''), body) },
  },
];

/** Does not verify a body and signature again that were valid once, whatever the timestamp. */
function rememberedBodies(): ReceiverMutant['parts'] {
  const right = new Set<string>();
  return {
    receive: async (arrival, receiver) => {
      const { t = '', v2 = [] } = receiver.parts.parse(String(arrival.headers['service-signature'])) ?? {};
      const known = `${v2.join()} ${arrival.body.toString('utf8')}`;
      if (right.has(known) && receiver.parts.isFresh(t, Date.now() / 1000)) return 204;
      if (verified(arrival, receiver) !== undefined) right.add(known);
      return await rightParts.receive(arrival, receiver);
    },
  };
}

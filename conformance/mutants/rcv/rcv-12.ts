import { type ReceiverParts, rightParts, verified } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'a-second-does-not-matter': {
    sign: (secret, t, body) => [-1, 0, 1].map((by) => rightParts.sign(secret, String(Number(t) + by), body)).join(' '),
    isEqual: (expected, v2) => expected.split(' ').includes(v2),
  },
  'timestamp-as-a-number': {
    mayBreak: ['RCV-16'],
    sign: (secret, t, body) => rightParts.sign(secret, String(Number(t)), body),
  },
  'bodies-that-were-right-once': { mayBreak: ['RCV-09', 'RCV-16'], ...rememberedBodies() },
  'padded-timestamps': { sign: (secret, t, body) => rightParts.sign(secret, t.replace(/^0+/, ''), body) },
};

/** Does not verify a body and signature again that were valid once, whatever the timestamp. */
function rememberedBodies(): Partial<ReceiverParts> {
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

import { startReceiver } from '../../mutants/peer/faulty-receiver.ts';
import type { ReceiverMutant } from '../../mutants/receiver-mutant.ts';
import { runReceiverConformance } from '../../src/index.ts';
import type { ReceiverVariation } from '../../variations/receivers.ts';
import { type PeerJudging, peerJudging } from '../judge-peer.ts';

export const receiverJudging: PeerJudging<ReceiverMutant, ReceiverVariation> = peerJudging<ReceiverMutant, ReceiverVariation>(
  async ({ parts, target: differences, ...others }, options) => {
    const { target, close } = await startReceiver(parts, 'tls' in others && others.tls);
    try {
      return (await runReceiverConformance({ ...target, ...differences }, { seed: 1, ...options })).rules;
    } finally {
      await close();
    }
  },
);

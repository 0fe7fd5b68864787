import type { ClientMutant } from '../../mutants/client-mutant.ts';
import { clientOf } from '../../mutants/peer/faulty-client.ts';
import { parseClientTarget, runClientConformance } from '../../src/index.ts';
import type { ClientVariation } from '../../variations/clients.ts';
import { type PeerJudging, peerJudging } from '../judge-peer.ts';

/** Judges clients that are functions in this process. */
export const clientJudging: PeerJudging<ClientMutant, ClientVariation> = peerJudging<ClientMutant, ClientVariation>(
  async ({ parts }, options) => {
    const target = parseClientTarget({ client: clientOf(parts), scenarioTimeout: '60s' });
    return (await runClientConformance(target, { seed: 1, ...options })).rules;
  },
);

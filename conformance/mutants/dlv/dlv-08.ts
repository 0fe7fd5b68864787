import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../faults/attempts.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** An endpoint that takes longer than this hangs. */
const HANGS_MS = 2_000;

/** Longer than the suite waits for a delivery. */
const HOLD_MS = 12_000;

export const mutants: Mutants = {
  'one-after-the-other': {
    deliveryFault: () => {
      let last: Promise<number> = Promise.resolve(0);
      return async (delivery, deliver) => {
        last = last.then(async () => {
          const startedAt = Date.now();
          const status = await attempt(delivery, deliver);
          if (status === 0 && Date.now() - startedAt > HANGS_MS) await sleep(HOLD_MS);
          return status;
        });
        return (await last) || 502;
      };
    },
  },
  'issues-go-out-in-turn': {
    mayBreak: ['DLV-03'],
    deliveryFault: () => {
      let last: Promise<number> = Promise.resolve(0);
      return async (delivery, deliver) => {
        if (bodyOf(delivery).Type !== 'Documento.Emit') return await deliver(delivery);
        last = last.then(() => attempt(delivery, deliver));
        return (await last) || 502;
      };
    },
  },
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../../../packages/service/test/harness/postgres-server.ts';
import { OBJECTS_PATH } from '../load/writers.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { underLoad } from './under-load.ts';

export const postgresRestarts: Experiment = {
  name: 'postgres-restarts',
  summary: 'PostgreSQL is stopped, or crashes, and starts again while clients write',
  stores: ['postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX },
  run: (context) => {
    const restarts = context.amount(2, 12);
    return underLoad(context, { writers: 8 }, async ({ cluster: { nodes }, client, writers }) => {
      const { postgres } = context.data;
      if (postgres === undefined) return 0;
      for (let restart = 1; restart <= restarts; restart += 1) {
        await sleep(500, undefined, { signal: context.signal });
        await (restart % 2 === 0 ? postgres.stop() : crash(postgres));
        await postgres.start();
        context.progress(`${restart} of ${restarts} restarts, ${writers.answered.length} writes`);
        await Promise.all(nodes.map((node) => client.callUntilAnswered('GET', OBJECTS_PATH, { node })));
      }
      return restarts;
    });
  },
};

/** Ends it without a check point, so that its next start begins with what its log holds. */
async function crash({ folder }: PostgresServer): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  while (isRunning(pid)) await sleep(20);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

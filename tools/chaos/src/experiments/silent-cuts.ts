import { setTimeout as sleep } from 'node:timers/promises';
import { type SilentProxy, startSilentProxy } from '../../../../packages/service/test/harness/silent-proxy.ts';
import { OBJECTS_PATH } from '../load/writers.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { underLoad } from './under-load.ts';

/** How long no connection at all passes, every other time, in milliseconds. */
const DARK_MS = 4_000;

export const silentCuts: Experiment = {
  name: 'silent-cuts',
  summary: 'what lies between the nodes and PostgreSQL drops their traffic, and closes no connection',
  stores: ['postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX },
  async run(context) {
    const proxy = await startSilentProxy(new URL(context.data.postgres?.url ?? '').host);
    try {
      return await cutUnderLoad(context, proxy);
    } finally {
      await proxy.close();
    }
  },
};

function cutUnderLoad(context: Parameters<Experiment['run']>[0], proxy: SilentProxy) {
  const cuts = context.amount(2, 12);
  const through = (database: string): string => Object.assign(new URL(database), { port: String(proxy.port) }).href;
  const cluster = { through, flags: ['--statement-seconds', String(context.amount(1, 5))] };
  return underLoad(context, { writers: 8, cluster }, async ({ cluster: { nodes }, client, writers }) => {
    for (let cut = 1; cut <= cuts; cut += 1) {
      await sleep(500, undefined, { signal: context.signal });
      const all = cut % 2 === 0;
      proxy.cut(all);
      context.progress(`${cut} of ${cuts} cuts, ${writers.answered.length} writes`);
      if (all) {
        await sleep(DARK_MS, undefined, { signal: context.signal });
        proxy.cut(false);
      }
      // Each has to find out by itself.
      await Promise.all(nodes.map((node) => client.callUntilAnswered('GET', OBJECTS_PATH, { node })));
    }
    return cuts;
  });
}

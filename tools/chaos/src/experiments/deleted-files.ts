import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceNode } from '../system/service-node.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

/** How long a node may go on without its database, in milliseconds. */
const NOTICED_WITHIN_MS = 30_000;
/** The exit code of a service that cannot go on. */
const ENDED_CODE = 2;

export const deletedFiles: Experiment = {
  name: 'deleted-files',
  summary: 'the SQLite file, its log or the key file is moved away, and back when the service has ended',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX },
  run: (context) => {
    const rounds = context.amount(1, 5);
    return underLoad(context, { writers: 8 }, async (load) => {
      let made = 0;
      for (let round = 1; round <= rounds; round += 1) {
        context.progress(`round ${round} of ${rounds}, ${load.writers.answered.length} writes`);
        const databaseFiles = context.store === 'sqlite' ? ['data.sqlite', 'data.sqlite-wal'] : [];
        for (const file of databaseFiles) await loseDatabase(load, file);
        await loseKey(load);
        made += databaseFiles.length + 1;
        await sleep(500, undefined, { signal: context.signal });
      }
      return made;
    });
  },
};

async function loseDatabase({ cluster, complain }: Load, file: string): Promise<void> {
  const [name, away] = [join(cluster.folder, file), join(cluster.folder, 'away')];
  await sleep(500);
  renameSync(name, away);
  for (const node of cluster.nodes) {
    const code = await endOf(node);
    if (code === undefined) await node.kill();
    if (code !== ENDED_CODE) complain(`without ${file} a node ${code === undefined ? 'went on' : `ended with ${code}`}`);
  }
  renameSync(away, name);
  await Promise.all(cluster.nodes.map((node) => node.start()));
}

async function endOf(node: ServiceNode): Promise<number | null | undefined> {
  const settled = new AbortController();
  const late = sleep(NOTICED_WITHIN_MS, undefined, { signal: settled.signal }).catch(() => undefined);
  const code = await Promise.race([node.ended(), late]);
  settled.abort();
  return code;
}

/** A node that is started without the key must not make another one: what is sealed could not be opened any more. */
async function loseKey({ cluster, complain }: Load): Promise<void> {
  const [name, away] = [join(cluster.folder, 'seal.key'), join(cluster.folder, 'away.key')];
  await Promise.all(cluster.nodes.map((node) => node.kill()));
  renameSync(name, away);
  for (const node of cluster.nodes) {
    const started = await node.start().then(
      () => true,
      () => false,
    );
    if (started) complain('a node started without the key of its data');
    await node.kill();
  }
  renameSync(away, name);
  await Promise.all(cluster.nodes.map((node) => node.start()));
}

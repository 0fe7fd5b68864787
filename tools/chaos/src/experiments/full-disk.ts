import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer } from '../../../../packages/service/test/harness/postgres-database.ts';
import type { Figures } from '../report/figures.ts';
import { mountSmallDisk, type SmallDisk } from '../system/small-disk.ts';
import { type Experiment, type ExperimentContext, RESIDENT_BYTES_MAX, type Skipped } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const DISK_BYTES = 256 * 1024 * 1024;
/** What is left of it, so that a few writes succeed before none does. */
const FREE_BYTES = 1024 * 1024;
const FULL_WITHIN_MS = 60_000;
const STAYS_FULL_MS = 1_000;

export const fullDisk: Experiment = {
  name: 'full-disk',
  summary: 'the disk of the database is full, and has room again later',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX },
  async run(context) {
    const disk = mountSmallDisk(DISK_BYTES, context.data.postgres?.folder);
    if (disk === undefined) return { skipped: 'run it as root on Linux, where it can mount a small disk in memory' };
    try {
      return context.store === 'sqlite' ? await fillUnderLoad(context, disk) : await inTablespace(context, disk);
    } finally {
      disk.remove();
    }
  },
};

/** PostgreSQL's own log stays where it is: without room for that it would not answer at all. */
async function inTablespace(context: ExperimentContext, disk: SmallDisk): Promise<Figures | Skipped> {
  const tablespace = `small_${randomUUID().replaceAll('-', '')}`;
  const server = context.data.postgres?.url ?? '';
  await administer(server, `create tablespace ${tablespace} location '${disk.folder}'`);
  try {
    return await fillUnderLoad(context, disk, tablespace);
  } finally {
    // What PostgreSQL writes later would fail, for want of the disk.
    await administer(server, `drop tablespace ${tablespace}`);
  }
}

function fillUnderLoad(context: ExperimentContext, disk: SmallDisk, tablespace?: string): Promise<Figures> {
  const rounds = context.amount(1, 5);
  return underLoad(context, { writers: 8, cluster: { databaseFolder: disk.folder, tablespace } }, async (load) => {
    for (let round = 1; round <= rounds; round += 1) {
      context.progress(`full ${round} of ${rounds} times, ${load.writers.answered.length} writes`);
      await fillAndEmpty(load, disk, context.signal);
    }
    return rounds;
  });
}

async function fillAndEmpty({ client, complain }: Load, disk: SmallDisk, signal: AbortSignal): Promise<void> {
  await sleep(500, undefined, { signal });
  const before = client.counts.unavailable;
  disk.fill(FREE_BYTES);
  for (const end = performance.now() + FULL_WITHIN_MS; client.counts.unavailable === before && performance.now() < end; )
    await sleep(50, undefined, { signal });
  if (client.counts.unavailable === before) complain('no write was refused although the disk was full');
  await sleep(STAYS_FULL_MS, undefined, { signal });
  const read = await client.call('GET', '/api/v3/1/articolo');
  if (read?.status !== 200) complain(`while the disk was full a list was answered ${read?.status ?? 'nothing'}`);
  disk.empty();
}

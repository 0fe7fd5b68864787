import { sql } from 'kysely';
import { createPostgresDatabase } from '../../../../packages/service/test/harness/postgres-database.ts';
import { startPostgresServer } from '../../../../packages/service/test/harness/postgres-server.ts';
import type { Benchmark } from '../benchmark.ts';
import { claimBenchmark } from './claiming.ts';

export const benchmark: Benchmark = claimBenchmark('PostgreSQL', async () => {
  const server = await startPostgresServer();
  return {
    location: () => createPostgresDatabase(server.url),
    async settle({ migrating }) {
      await sql`vacuum analyze`.execute(migrating);
    },
    remove: server.remove,
  };
});

import type { TestProject } from 'vitest/node';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for the tests of this run; see freshDatabase. */
    readonly postgresUrl: string;
  }
}

/** One real PostgreSQL for all tests of the package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  project.provide('postgresUrl', server.url);
  return server.remove;
}

import { join } from 'node:path';
import { run } from './run.ts';

const SPECS = join(import.meta.dirname, '../../../specs');

/** The OpenAPI documents, by the names that their generated clients get. */
export const APIS = ['admin', 'customer'] as const;

/** A document as the package publishes it. */
export function documentFile(name: (typeof APIS)[number] | 'events', format: 'json' | 'yaml' = 'yaml'): string {
  return join(SPECS, `dist/${name === 'events' ? 'asyncapi' : 'openapi'}/${name}.${format}`);
}

/** Builds the documents once, before all tests. */
export async function setup(): Promise<void> {
  await run(process.execPath, ['build/build.ts'], { cwd: SPECS });
}

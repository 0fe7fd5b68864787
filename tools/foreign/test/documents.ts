import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';

const DIST = join(import.meta.dirname, '../../../specs/dist');

/** The OpenAPI documents, by the names that their generated clients get. */
export const APIS = ['admin', 'customer'] as const;
/** Every document that is published. */
export const DOCUMENTS = ['admin', 'customer', 'webhooks', 'events'] as const;

export type DocumentName = (typeof DOCUMENTS)[number];

/** A document as the package publishes it, or as it stands in another folder. */
export function documentFile(name: DocumentName, format: 'json' | 'yaml' = 'yaml', folder: string = DIST): string {
  return join(folder, `${name === 'events' ? 'asyncapi' : 'openapi'}/${name}.${format}`);
}

/** The register of the limits as the package publishes it. */
export async function limits(): Promise<Readonly<Record<string, { readonly unit: string; readonly value: unknown }>>> {
  return JSON.parse(await readFile(join(DIST, 'limits.json'), 'utf8'));
}

/** Writes the documents with the header names of an installation into a folder. */
export async function bundleFor(headerWord: string, folder: string): Promise<void> {
  await run(process.execPath, [join(DIST, 'cli.js'), 'bundle', '--header-word', headerWord, '--out', folder]);
}

/** Builds the documents once, before all tests. */
export async function setup(): Promise<void> {
  await run(process.execPath, ['build/build.ts'], { cwd: join(DIST, '..') });
}

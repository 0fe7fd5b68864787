import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from '../../release-error.ts';

const SIGNATURES = 'signatures/';

/** The hash of what each example says, by its file; white space does not count. */
export function readExamples(specs: string): Readonly<Record<string, string>> {
  const files = filesOf(specs).filter((file) => !file.startsWith(SIGNATURES));
  return Object.fromEntries(files.map((file) => [file, hashOf(readJson(specs, file))]));
}

/** The signatures with which receivers are tested, by their file. */
export function readVectors(specs: string): Readonly<Record<string, unknown>> {
  const files = filesOf(specs).filter((file) => file.startsWith(SIGNATURES));
  return Object.fromEntries(files.map((file) => [file, readJson(specs, file)]));
}

function filesOf(specs: string): readonly string[] {
  return globSync('**/*.json', { cwd: join(specs, 'examples') }).sort();
}

function readJson(specs: string, file: string): unknown {
  const path = join(specs, 'examples', file);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ReleaseError('contract-unreadable', `${path} is not JSON. Correct it.`);
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

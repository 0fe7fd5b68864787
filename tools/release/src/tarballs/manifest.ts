import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../release-error.ts';

/** One packed package. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** The file's name in the folder of the manifest. */
  readonly file: string;
  /** SHA-512 of the file's bytes, in base64, written as registries write it: `sha512-...`. */
  readonly integrity: string;
}

export const MANIFEST_FILE = 'manifest.json';

/** What a registry will say of these bytes. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** Notes which bytes were packed, beside them. */
export async function writeManifest(folder: string, tarballs: readonly Tarball[]): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify({ tarballs }, null, 2)}\n`);
}

/**
 * The tarballs of a folder, whose bytes are still those that were packed.
 *
 * @throws {ReleaseError} with code `manifest-unreadable`, `tarball-missing` or `tarball-changed`
 */
export async function readVerifiedManifest(folder: string): Promise<readonly Tarball[]> {
  const { tarballs } = await readManifest(folder);
  for (const { name, file, integrity } of tarballs) {
    const bytes = await readFile(join(folder, file)).catch(() => {
      throw new ReleaseError('tarball-missing', `${join(folder, file)} is not there, although ${name} was packed into it. Pack again.`);
    });
    if (integrityOf(bytes) !== integrity) {
      throw new ReleaseError(
        'tarball-changed',
        `${join(folder, file)} is not the file that was packed for ${name}. Pack again, and test what is packed.`,
      );
    }
  }
  return tarballs;
}

async function readManifest(folder: string): Promise<{ tarballs: readonly Tarball[] }> {
  const path = join(folder, MANIFEST_FILE);
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    if (Array.isArray(manifest.tarballs) && manifest.tarballs.length > 0) return manifest;
  } catch {
    // The error below says what to do.
  }
  throw new ReleaseError('manifest-unreadable', `${path} does not list any tarballs. Pack again.`);
}

import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { TokenStorage } from './token/token-storage.ts';

export type { TokenStorage };

/**
 * Keeps the token in a file that only its owner can read, for all processes of one machine that act for one user. A reader never sees
 * half a token: the file is replaced whole.
 *
 * @example
 * const client = createClient({ ...options, tokenStorage: fileTokenStorage('/run/my-app/token') });
 */
export function fileTokenStorage(path: string): TokenStorage {
  return {
    async load() {
      try {
        return (await readFile(path, 'utf8')).trim() || undefined;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async save(token) {
      const draft = `${path}.${randomUUID()}`;
      try {
        await writeFile(draft, token, { mode: 0o600, flag: 'wx' });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

import type { CallReporter } from '../reporting/call-reporter.ts';
import type { TokenStorage } from './token-storage.ts';

/** A storage whose failures are reported and cost a login at most. Without a storage, nothing is kept. */
export function safeStorage(storage: TokenStorage | undefined, report: CallReporter): TokenStorage {
  const attempt = async <T>(action: () => Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      report.tell({ type: 'token-storage-failed', reason: error instanceof Error ? error.name : 'unknown' });
      return undefined;
    }
  };
  return {
    load: () => attempt(() => storage?.load()),
    save: (token) => attempt(() => storage?.save(token)),
  };
}

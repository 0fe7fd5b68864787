import { sleep } from '#runtime';
import { headerValue } from '../options/header-value.ts';
import type { CallReporter } from '../reporting/call-reporter.ts';
import type { TokenStorage } from './token-storage.ts';

/** A storage that is waited for no longer than its user has patience. */
export interface SafeStorage {
  /** The token that was saved last, if there is one that can be sent. */
  load(patienceMs: number): Promise<string | undefined>;
  save(token: string, patienceMs: number): Promise<void>;
}

/** A storage whose failures are reported and cost a login at most: to throw, to reject, never to answer. Without a storage, nothing is kept. */
export function safeStorage(storage: TokenStorage | undefined, report: CallReporter): SafeStorage {
  const attempt = async <T>(patienceMs: number, action: () => Promise<T> | undefined): Promise<T | undefined> => {
    if (!storage) return undefined;
    const over = new AbortController();
    const timeout = async (): Promise<never> => {
      await sleep(patienceMs, over.signal);
      throw new DOMException('The storage does not answer.', 'TimeoutError');
    };
    try {
      return await Promise.race([action(), timeout()]);
    } catch (error) {
      report.fault({ type: 'token-storage-failed' }, error);
      return undefined;
    } finally {
      over.abort();
    }
  };
  return {
    load: (patienceMs) =>
      attempt(patienceMs, async () => {
        const token: unknown = await storage?.load();
        if (token && !headerValue.accepts(token)) throw new TypeError();
        return typeof token === 'string' && token ? token : undefined;
      }),
    async save(token, patienceMs) {
      await attempt(patienceMs, async () => storage?.save(token));
    },
  };
}

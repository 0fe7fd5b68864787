import { within } from '#runtime';
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
  const late = (): Error => new DOMException('The storage does not answer.', 'TimeoutError');
  const attempt = async <T>(patienceMs: number, action: (storage: TokenStorage) => Promise<T>): Promise<T | undefined> => {
    try {
      return storage && (await within(patienceMs, action(storage), late));
    } catch (error) {
      report.fault({ type: 'token-storage-failed' }, error);
      return undefined;
    }
  };
  return {
    load: (patienceMs) =>
      attempt(patienceMs, async (from) => {
        const token: unknown = await from.load();
        if (token && !headerValue.accepts(token)) throw new TypeError();
        return typeof token === 'string' && token ? token : undefined;
      }),
    save: (token, patienceMs) => attempt(patienceMs, async (to) => to.save(token)),
  };
}

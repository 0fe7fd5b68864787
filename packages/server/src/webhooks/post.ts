import type { Dispatcher } from 'undici';
import { ATTEMPT_ANSWER_MAX_BYTES } from '../generated/limits.ts';
import { ServerError } from '../server-error.ts';

/** One POST. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Over name, connection, headers and body of the answer, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * Posts, reads the answer to its end or to the limit, and resolves to its status. It uses the dispatcher directly: the body of an
 * answer is counted and not kept, and no attempt needs a stream or a signal of its own.
 *
 * @throws {ServerError} `delivery-timeout` at the deadline
 * @throws the signal's reason when it is aborted, or whatever broke the connection
 */
export function post(agent: Dispatcher, { url, headers, body, deadlineMs }: Post, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let controller: Dispatcher.DispatchController | undefined;
    let broken: Error | undefined;
    let status = 0;
    let bytes = 0;
    const settle = (): void => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', abandon);
    };
    const fail = (error: Error): void => {
      settle();
      broken = error;
      reject(error);
      controller?.abort(error);
    };
    const abandon = (): void => fail(signal.reason);
    const deadline = setTimeout(() => fail(new ServerError('delivery-timeout', `No complete answer within ${deadlineMs} ms.`)), deadlineMs);
    signal.addEventListener('abort', abandon);
    const target = { origin: url.origin, path: url.pathname + url.search, method: 'POST' as const };
    agent.dispatch(
      { ...target, headers, body },
      {
        onRequestStart(started) {
          controller = started;
          // It waited for a connection for too long.
          if (broken !== undefined) started.abort(broken);
        },
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData(started, chunk) {
          bytes += chunk.length;
          if (bytes <= ATTEMPT_ANSWER_MAX_BYTES) return;
          settle();
          resolve(status);
          started.abort(new Error('The rest of the answer is not read.'));
        },
        onResponseEnd() {
          settle();
          resolve(status);
        },
        onResponseError(_controller, error) {
          settle();
          reject(error);
        },
      },
    );
  });
}

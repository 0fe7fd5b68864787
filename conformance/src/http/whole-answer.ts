import type { Dispatcher } from 'undici';

/** An answer that has come whole. */
export interface WholeAnswer {
  readonly status: number;
  /** In the order received, the names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Buffer;
}

/** None came whole in the time that it was given. */
export class NoAnswerInTime extends Error {}

/**
 * Sends a request and gathers its answer, without the stream that undici's `request` makes for each body: that takes as long as all else.
 * @param withinMs how long it may take, from now to the last byte of the answer
 * @throws NoAnswerInTime, or undici's error where the connection was refused, reset or closed
 */
export function wholeAnswer(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions, withinMs: number): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let [status, headers]: [number, WholeAnswer['headers']] = [0, []];
    const chunks: Buffer[] = [];
    let isLate = false;
    let giveUp = (): void => undefined;
    const timer = setTimeout(() => {
      isLate = true;
      giveUp();
      reject(new NoAnswerInTime());
    }, withinMs);
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        giveUp = () => controller.abort(new NoAnswerInTime());
        if (isLate) giveUp();
      },
      onResponseStart: (_controller, code, received) => {
        status = code;
        headers = Object.entries(received).flatMap(([name, value]) => [value ?? []].flat().map((item): [string, string] => [name, item]));
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ status, headers, bytes: Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}

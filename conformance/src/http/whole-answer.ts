import type { Dispatcher } from 'undici';

/** A complete answer. */
export interface WholeAnswer {
  readonly status: number;
  /** In the order received, with names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Buffer;
}

/** No complete answer came in time. */
export class NoAnswerInTime extends Error {}

/**
 * Sends a request and collects its answer. It avoids the stream of undici's `request`, which takes as long as everything else.
 * @param withinMs the time limit, from now to the last byte of the answer
 * @throws NoAnswerInTime, or undici's error if the connection was refused, reset or closed
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

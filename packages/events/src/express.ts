/** The adapter of Express 4 and 5: `app.post('/webhook', expressReceiver(receiver))`, before any body parser. */
import type { ServerResponse } from 'node:http';
import { type NodeRequest, nodeDelivery, writeAnswer } from './adapter/node-delivery.ts';
import type { Receiver } from './receiver/receiver.ts';

export type { NodeRequest } from './adapter/node-delivery.ts';

/**
 * A handler of Express. It reads the raw body itself, or takes it from express.raw(). Behind express.json() it answers 500 with
 * `body-not-bytes`, because the signed bytes are gone.
 *
 * @example
 * app.post('/webhook', expressReceiver(receiver));
 */
export function expressReceiver(
  receiver: Receiver,
): (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, response, next) => {
    receiver
      .receive(nodeDelivery(request))
      .then((answer) => writeAnswer(response, answer))
      .catch(next);
  };
}

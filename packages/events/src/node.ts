/** The adapter of node:http: `createServer(nodeReceiver(receiver))`. */
import type { ServerResponse } from 'node:http';
import { type NodeRequest, nodeDelivery, writeAnswer } from './adapter/node-delivery.ts';
import type { Receiver } from './receiver/receiver.ts';
import { notProcessed } from './receiver/refusal.ts';

export type { NodeRequest } from './adapter/node-delivery.ts';

/**
 * A request listener of node:http (and https) that receives deliveries on every path that reaches it.
 *
 * @example
 * createServer(nodeReceiver(receiver)).listen(8080);
 */
export function nodeReceiver(receiver: Receiver): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    try {
      writeAnswer(response, await receiver.receive(nodeDelivery(request)));
    } catch (error) {
      // A receiver never rejects; one that a user wrapped may, and nobody waits for this promise.
      console.error('The receiver failed:', error);
      writeAnswer(response, notProcessed());
    }
  };
}

import { receiverWith } from '../receiver/create-receiver.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ReceiverOptions } from '../receiver/receiver-options.ts';
import { verify } from './verify.ts';

/**
 * `createReceiver` of the main entry, with Web Crypto: for workers and edge runtimes.
 *
 * @example
 * const receiver = createReceiver({ secret: 'whsec', onEvent: (evento) => console.log(evento.Type) });
 */
export function createReceiver<Transaction = undefined>(options: ReceiverOptions<Transaction>): Receiver {
  return receiverWith(verify, options);
}

import { receiverWith } from '../receiver/create-receiver.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ReceiverOptions } from '../receiver/receiver-options.ts';
import { verify } from './verify.ts';

/**
 * A receiver of deliveries: verifies each over its raw bytes, has each event processed once, and answers in time (RCV-01 to RCV-16). An
 * adapter connects it to a web framework.
 *
 * @throws {TypeError} when an option is not a valid secret, address or number
 * @example
 * const receiver = createReceiver({ secret: 'whsec', onEvent: (evento) => console.log(evento.Type) });
 */
export function createReceiver<Transaction = undefined>(options: ReceiverOptions<Transaction>): Receiver {
  return receiverWith(verify, options);
}

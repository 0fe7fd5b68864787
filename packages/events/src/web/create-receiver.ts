import { receiverWith } from '../receiver/create-receiver.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ReceiverOptions } from '../receiver/receiver-options.ts';
import { verify } from './verify.ts';

/** As `createReceiver` of the main entry, by Web Crypto: for workers and edge runtimes. */
export function createReceiver<Transaction = undefined>(options: ReceiverOptions<Transaction>): Receiver {
  return receiverWith(verify, options);
}

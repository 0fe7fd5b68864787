import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeliveryId } from '../model/ids.ts';
import { type Claim, type DueMessage, heldMessages } from './due-deliveries.ts';
import type { Connection } from './sql/connection.ts';

/**
 * Reads what is to be sent of a delivery; undefined when it is held under its claim no more. All that are asked for in one turn of the event loop
 * are read by one statement.
 */
export function createMessages(connection: Connection): (claim: Claim) => Promise<DueMessage | undefined> {
  let asked: Claim[] = [];
  let reading: Promise<ReadonlyMap<DeliveryId, DueMessage>> | undefined;

  async function read(): Promise<ReadonlyMap<DeliveryId, DueMessage>> {
    await nextTurn();
    const claims = asked;
    asked = [];
    reading = undefined;
    const messages = await heldMessages.all(connection, { claims });
    return new Map(messages.map((message) => [message.id, message]));
  }

  return async (claim) => {
    asked.push(claim);
    reading ??= read();
    return (await reading).get(claim.id);
  };
}

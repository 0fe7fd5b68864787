import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Receiver } from '@business-cloud/events';
import { nodeReceiver } from '@business-cloud/events/node';
import { createTestSender, type TestSender } from '@business-cloud/events/testing';
import { onTestFinished } from 'vitest';

/** The secret of the webhook in the examples. */
export const secret: string = `whsec_${randomUUID()}`;

/** Lets a receiver listen on loopback until the test ends, and sends to it. */
export async function sendingTo(receiver: Receiver): Promise<TestSender> {
  const server = createServer(nodeReceiver(receiver));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return createTestSender({ to: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, secret });
}

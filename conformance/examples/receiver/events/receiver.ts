/**
 * A receiver of webhooks on @business-cloud/events.
 *
 *     SECRET=whsec_1234 PORT=8080 node receiver.ts
 *
 * POST takes deliveries. GET says how often each event was processed, for a conformance run.
 */
import { createServer } from 'node:http';
import { createReceiver } from '@business-cloud/events';
import { nodeReceiver } from '@business-cloud/events/node';

const { SECRET: secret = '', PORT: port = '8080' } = process.env;
const processed = new Map<string, number>();

const receive = nodeReceiver(
  createReceiver({
    secret,
    onEvent: ({ EventGuid }) => void processed.set(EventGuid, (processed.get(EventGuid) ?? 0) + 1),
  }),
);

const server = createServer((request, response) => {
  if (request.method === 'POST') receive(request, response);
  else response.end(JSON.stringify({ processed: Object.fromEntries(processed) }));
});

server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`);
});

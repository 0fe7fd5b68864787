import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { createRun } from '../../src/engine/create-run.ts';
import { awaitTarget } from '../../src/engine/run-checks.ts';
import { parseTarget } from '../../src/index.ts';

/** A port on which nobody listens yet. */
async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the suite waits for a starting service until it answers anything', async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const text = `{ service: { adminUrl: '${address}', customerUrl: '${address}' }, credentials: { userName: u, password: p, apiKey: k }, companies: [{ id: 1, licenseKey: l }] }`;
  const run = createRun(parseTarget(text, 'conformance.yaml'), {});
  let isUp = false;
  const waiting = awaitTarget(run, 3_600_000).then(() => isUp);
  const server = createServer((_request, response) => {
    isUp = true;
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await waiting).toBe(true);
  await run.driver.close();
  server.closeAllConnections();
  server.close();
});

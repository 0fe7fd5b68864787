import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { contractServer, serverOptions } from '../src/index.ts';
import { loginToken, testHandlers, testPorts } from './harness.ts';

test('a handler that waits is told when its client is gone, and not before', async () => {
  const told: boolean[] = [];
  const handlers = {
    ...testHandlers(),
    listAnagrafica: async (_request: object, { isAbandoned }: { isAbandoned(): boolean }) => {
      told.push(isAbandoned());
      await expect.poll(isAbandoned).toBe(true);
      told.push(isAbandoned());
      return { status: 200, body: [] } as const;
    },
  };
  const app = Fastify(serverOptions());
  onTestFinished(() => app.close());
  await app.register(contractServer({ handlers, ports: testPorts() }));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /api/v3/1/Anagrafica HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await loginToken(app)}\r\n`);
  socket.write('X-Service-ApiKey: api-key\r\nX-Service-LicenseKey: license-1\r\n\r\n');
  await expect.poll(() => told).toEqual([false]);
  socket.destroy();
  await expect.poll(() => told).toEqual([false, true]);
});

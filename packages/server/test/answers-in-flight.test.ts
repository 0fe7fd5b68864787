import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loginToken, startServer, testPorts } from './harness.ts';

const LARGE = 'x'.repeat(8 * 1024 * 1024);

test('a user who reads no answer gets no more of them, other users do, and so does this one once they are read', async () => {
  const ports = testPorts();
  const large: typeof ports.transactions = { ...ports.transactions, read: async () => ({ status: 200, headers: {}, body: LARGE }) };
  const app = await startServer({ ...ports, transactions: large });
  onTestFinished(() => app.close());
  const request = async (userName: string, companyId: number): Promise<string> => {
    const token = await loginToken(app, userName);
    return `GET /api/v3/${companyId}/Anagrafica HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nX-Service-ApiKey: api-key\r\nX-Service-LicenseKey: license-${companyId}\r\n\r\n`;
  };
  const address = app.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const open = async (head: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(head);
    return socket;
  };
  const [ada, grace] = [await request('ada', 1), await request('grace', 9)];
  const status = async (head: string) => (await text(await open(head))).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);

  const unread = [await open(ada), await open(ada)];
  await vi.waitFor(async () => expect(await status(ada)).toBe('503'), 150_000);
  expect(await status(grace)).toBe('200');
  await Promise.all(unread.map((socket) => text(socket)));
  await vi.waitFor(async () => expect(await status(ada)).toBe('200'), 150_000);
});

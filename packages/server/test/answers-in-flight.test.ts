import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loginToken, startServer, testPorts } from './harness.ts';

const LARGE = 'x'.repeat(8 * 1024 * 1024);

/** A server whose answers are all large. @param together so many are made at the same time */
async function startLarge(together: number) {
  const ports = testPorts();
  const asked: (() => void)[] = [];
  const read = async () => {
    await new Promise<void>((resolve) => {
      asked.push(resolve);
      if (asked.length >= together) for (const go of asked) go();
    });
    return { status: 200, headers: {}, body: LARGE };
  };
  const app = await startServer({ ...ports, transactions: { ...ports.transactions, read } });
  onTestFinished(() => app.close());
  const address = app.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    async request(userName: string, companyId: number): Promise<string> {
      const token = await loginToken(app, userName);
      return `GET /api/v3/${companyId}/Anagrafica HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nX-Service-ApiKey: api-key\r\nX-Service-LicenseKey: license-${companyId}\r\n\r\n`;
    },
    async open(head: string): Promise<Socket> {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head);
      return socket;
    },
  };
}

async function statusOf(socket: Socket): Promise<string> {
  return (await text(socket)).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
}

test('a user who reads no answer gets no more of them, other users do, and so does this one once they are read', async () => {
  const { request, open } = await startLarge(1);
  const [ada, grace] = [await request('ada', 1), await request('grace', 9)];
  const status = async (head: string) => statusOf(await open(head));
  const unread = [await open(ada), await open(ada)];
  await vi.waitFor(async () => expect(await status(ada)).toBe('503'), 150_000);
  expect(await status(grace)).toBe('200');
  await Promise.all(unread.map((socket) => text(socket)));
  await vi.waitFor(async () => expect(await status(ada)).toBe('200'), 150_000);
});

test('answers that were asked for before any of them was made are limited all the same', async () => {
  const { request, open } = await startLarge(6);
  const ada = await request('ada', 1);
  const asked = await Promise.all(Array.from({ length: 6 }, () => open(ada)));
  const statuses = await Promise.all(asked.map(statusOf));
  expect(statuses.toSorted()).toEqual(['200', '200', '503', '503', '503', '503']);
});

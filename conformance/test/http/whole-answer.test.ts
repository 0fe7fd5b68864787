import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { NoAnswerInTime, wholeAnswer } from '../../src/http/whole-answer.ts';

test('never sends a call that was given up while it waited for a connection', async () => {
  const received: (string | undefined)[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<ServerResponse>();
  const server = createServer(({ url }, response) => {
    received.push(url);
    if (url === '/first') begin(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 1 });
  const call = (path: string, withinMs: number): Promise<unknown> => wholeAnswer(pool, { path, method: 'POST' }, withinMs);
  const first = call('/first', 30_000);
  const answer = await begun;
  await expect(call('/given-up', 20)).rejects.toThrow(NoAnswerInTime);
  answer.end();
  await first;
  await call('/last', 30_000);
  expect(received).toEqual(['/first', '/last']);
  await pool.destroy();
  server.close();
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bystander, startBystander } from '../../src/load/bystander.ts';
import { createServiceNode, type ServiceNode } from '../../src/system/service-node.ts';

const ACCESS = { credentials: { userName: 'ada', password: 'p', apiKey: 'k', applicationId: 'tests' }, companies: [] };
/** How many requests of others are answered before the first of the bystander, and before its second by another node. */
const OTHERS_FIRST = 7;

let bystander: Bystander;
let asked = 0;
let nodes: readonly [ServiceNode, ServiceNode];
const server = createServer((request, response) => {
  request.resume();
  if (request.url?.endsWith('/authenticate')) return response.setHeader('X-Token', 'token').end();
  asked += 1;
  const answering = nodes[asked - 1];
  if (answering !== undefined) for (let others = OTHERS_FIRST; others > 0; others -= 1) bystander.overtake(answering);
  return asked === 2 ? response.destroy() : response.writeHead(asked === 3 ? 503 : 200).end();
});

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node = (): ServiceNode => ({ ...createServiceNode({ port: 0, flags: [] }), url });
  nodes = [node(), node()];
  bystander = await startBystander({ nodes, accesses: { client: ACCESS, bystander: ACCESS, strangersKey: '' } });
});
afterEach(async () => {
  await bystander.end();
  server.closeAllConnections();
  server.close();
});

test('a bystander knows by how many requests it was overtaken at its node, and how often it got nothing', async () => {
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(3);
  const { waits, ...counts } = await bystander.stop();
  expect(counts).toEqual({ unanswered: 1, unavailable: 1, serverErrors: 0, refused: 0 });
  expect(waits.map(({ overtakenBy }) => overtakenBy).slice(0, 3)).toEqual([OTHERS_FIRST, 0, 0]);
});

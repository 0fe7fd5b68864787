import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedContract } from '../../../../specs/build/published-contract.ts';
import type { Benchmark } from '../benchmark.ts';
import { openLoad, requestText } from './http-load.ts';
import { startServiceProcess } from './service-process.ts';

const CONNECTIONS = 16;
const REQUESTS = 320;
const PATH = '/api/v3/1/articolo/1';

export const benchmark: Benchmark = {
  title: `GET articolo/{id} through the whole pipeline on SQLite (a call: ${REQUESTS} requests over ${CONNECTIONS} connections)`,
  goal: 'at least 0.60 of a bare Fastify route that answers the same bytes',
  options: { roundMs: 1000 },
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const service = await startServiceProcess(join(folder, 'data.sqlite'));
    const body = await (await fetch(service.url + PATH, { headers: service.headers })).text();
    const contract = join(folder, 'customer.json');
    writeFileSync(contract, JSON.stringify((await publishedContract()).documents['openapi/customer']));
    const servers = {
      'bare Fastify route': await startRoute('bare-route.ts', body),
      'the service': service,
      'express-openapi-validator, which checks the request alone': await startRoute('express-validator-route.ts', contract, body),
      'openapi-backend, the same': await startRoute('openapi-backend-route.ts', contract, body),
    };
    const requests = Array.from({ length: REQUESTS }, () => requestText('GET', PATH, service.headers));
    const loads = await Promise.all(
      Object.entries(servers).map(async ([name, { url }]) => ({ name, load: await openLoad(url, CONNECTIONS) })),
    );
    return {
      contenders: loads.map(({ name, load }) => ({ name, run: () => load.send(requests, 200) })),
      async close() {
        for (const { load } of loads) load.close();
        await Promise.all(Object.values(servers).map((server) => server.close()));
        rmSync(folder, { recursive: true });
      },
    };
  },
};

/** A route in a process of its own. */
async function startRoute(file: string, ...given: readonly string[]) {
  const child = fork(join(import.meta.dirname, file), given);
  const [url] = await once(child, 'message');
  return {
    url: String(url),
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

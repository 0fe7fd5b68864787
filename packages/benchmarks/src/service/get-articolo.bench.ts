import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const bare = fork(join(import.meta.dirname, 'bare-route.ts'), [body]);
    const [bareUrl] = await once(bare, 'message');
    const loads = [await openLoad(bareUrl, CONNECTIONS), await openLoad(service.url, CONNECTIONS)] as const;
    const requests = Array.from({ length: REQUESTS }, () => requestText('GET', PATH, service.headers));
    return {
      contenders: [
        { name: 'bare Fastify route', run: () => loads[0].send(requests, 200) },
        { name: 'the service', run: () => loads[1].send(requests, 200) },
      ],
      async close() {
        for (const load of loads) load.close();
        bare.disconnect();
        await Promise.all([once(bare, 'exit'), service.close()]);
        rmSync(folder, { recursive: true });
      },
    };
  },
};

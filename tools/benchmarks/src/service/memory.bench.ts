import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { crowd } from './crowded-store.ts';
import { openLoad, requestText } from './http-load.ts';
import { startServiceProcess } from './service-process.ts';

const [FEW, MANY] = [1_000, 1_000_000];
const CONNECTIONS = 16;
const REQUESTS = 160;
/** How long what waits for a retry still has to wait, in milliseconds: less than the last retry's delay. */
const WAIT_MS = 4 * 3_600_000;
/** How long the service lists and delivers at once before its memory is read, in milliseconds. */
const DELIVERING_MS = 10_000;

export const benchmark: Benchmark = {
  title: `The service over a thousand, and over a million objects and deliveries that wait (a call: ${REQUESTS} lists of a hundred)`,
  goal: 'at least 0.50, and under 250 MB resident with a million, after lists and claims',
  options: { roundMs: 1000 },
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const receiver = fork(join(import.meta.dirname, 'confirming-receiver.ts'));
    const [{ port, authority }] = await once(receiver, 'message');
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, authority);
    const start = (name: string, count: number) =>
      serve({ file: join(folder, name), count, hook: `https://localhost:${port}/hook`, caFile });
    const [few, many] = [await start('few.sqlite', FEW), await start('many.sqlite', MANY)];
    return {
      contenders: [
        { name: 'over a thousand', run: few.list },
        { name: 'over a million', run: many.list },
      ],
      async close() {
        for (const [served, count] of [
          [few, FEW],
          [many, MANY],
        ] as const) {
          const { listedBytes, deliveredBytes, pending } = await served.close();
          const resident = `${megabytes(listedBytes)} after lists, ${megabytes(deliveredBytes)} after lists and claims`;
          process.stdout.write(
            `\nOver ${count.toLocaleString('en')}: resident ${resident} (${pending.toLocaleString('en')} deliveries still wait).\n`,
          );
        }
        receiver.disconnect();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

interface Served {
  list(): Promise<void>;
  /** Makes all deliveries due, and keeps listing while they are claimed and delivered. */
  close(): Promise<{ readonly listedBytes: number; readonly deliveredBytes: number; readonly pending: number }>;
}

interface ServeInput {
  readonly file: string;
  readonly count: number;
  readonly hook: string;
  readonly caFile: string;
}

async function serve({ file, count, hook, caFile }: ServeInput): Promise<Served> {
  const database = await crowd(file, count, Date.now() + WAIT_MS, hook);
  await database.close();
  const [clockPort, monitorPort] = [await freePort(), await freePort()];
  const delivery = ['--delivery-allow', '127.0.0.0/8', '--delivery-ca', caFile];
  const service = await startServiceProcess(file, [...delivery, '--test-clock', clockPort, '--monitor-port', monitorPort]);
  const load = await openLoad(service.url, CONNECTIONS);
  const list = (): Promise<void> => {
    const after = () => Math.floor(Math.random() * (count - 100));
    const requests = Array.from({ length: REQUESTS }, () => requestText('GET', `/api/v3/1/Anagrafica?after=${after()}`, service.headers));
    return load.send(requests, 200);
  };
  return {
    list,
    async close() {
      const listedBytes = service.residentBytes();
      await advance(clockPort, WAIT_MS);
      for (const end = Date.now() + DELIVERING_MS; Date.now() < end; ) await list();
      const deliveredBytes = service.residentBytes();
      const pending = await pendingOf(monitorPort);
      load.close();
      await service.close();
      return { listedBytes, deliveredBytes, pending };
    },
  };
}

async function advance(clockPort: string, advanceMs: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`http://127.0.0.1:${clockPort}/clock`, { method: 'POST', headers, body: JSON.stringify({ advanceMs }) });
}

async function pendingOf(monitorPort: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${monitorPort}/metrics`)).text();
  return Number(/^business_cloud_deliveries_pending (\d+)/m.exec(metrics)?.[1]);
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return String(address.port);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

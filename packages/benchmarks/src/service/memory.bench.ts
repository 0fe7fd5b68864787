import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { crowd } from './crowded-store.ts';
import { openLoad, requestText } from './http-load.ts';
import { startServiceProcess } from './service-process.ts';

const [FEW, MANY] = [1_000, 1_000_000];
const CONNECTIONS = 16;
const REQUESTS = 160;
const DAY_MS = 86_400_000;

export const benchmark: Benchmark = {
  title: `The service over a thousand, and over a million objects and deliveries that wait (a call: ${REQUESTS} lists of a hundred)`,
  goal: 'at least 0.50, and under 250 MB resident with a million',
  options: { roundMs: 1000 },
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const [few, many] = [await serve(join(folder, 'few.sqlite'), FEW), await serve(join(folder, 'many.sqlite'), MANY)];
    return {
      contenders: [
        { name: 'over a thousand', run: few.list },
        { name: 'over a million', run: many.list },
      ],
      async close() {
        const bytes = [await few.close(), await many.close()];
        process.stdout.write(`\nResident: ${bytes.map((count) => `${Math.round(count / 1e6)} MB`).join(', ')}.\n`);
        rmSync(folder, { recursive: true });
      },
    };
  },
};

async function serve(file: string, count: number): Promise<{ list(): Promise<void>; close(): Promise<number> }> {
  const database = await crowd(file, count, Date.now() + DAY_MS);
  await database.close();
  const service = await startServiceProcess(file);
  const load = await openLoad(service.url, CONNECTIONS);
  return {
    list() {
      const after = () => Math.floor(Math.random() * (count - 100));
      const requests = Array.from({ length: REQUESTS }, () => requestText('GET', `/api/v3/1/Anagrafica?after=${after()}`, service.headers));
      return load.send(requests, 200);
    },
    async close() {
      load.close();
      const bytes = await service.residentBytes();
      await service.close();
      return bytes;
    },
  };
}

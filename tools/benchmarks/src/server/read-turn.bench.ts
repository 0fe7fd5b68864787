import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { type HttpLoad, openLoad, requestText } from '../service/http-load.ts';

const CONNECTIONS = 16;
const REQUESTS = 320;

export const benchmark: Benchmark = {
  title: `GET that waits for the turn that requests share (a call: ${REQUESTS} requests over ${CONNECTIONS} connections)`,
  goal: 'at least 1.05 of the same route without it, or it is removed',
  options: { roundMs: 1000 },
  async open() {
    const [plain, inTurns] = [await openRoute('at once'), await openRoute('in turns')];
    const requests = Array.from({ length: REQUESTS }, () => requestText('GET', '/', {}));
    return {
      contenders: [
        { name: 'answered at once', run: () => plain.load.send(requests, 200) },
        { name: 'answered in turns', run: () => inTurns.load.send(requests, 200) },
      ],
      close: async () => void (await Promise.all([close(plain), close(inTurns)])),
    };
  },
};

interface Route {
  readonly process: ChildProcess;
  readonly load: HttpLoad;
}

async function openRoute(manner: 'at once' | 'in turns'): Promise<Route> {
  const child = fork(join(import.meta.dirname, 'turn-route.ts'), [manner]);
  const [url] = await once(child, 'message');
  return { process: child, load: await openLoad(url, CONNECTIONS) };
}

async function close({ process: child, load }: Route): Promise<void> {
  load.close();
  child.disconnect();
  await once(child, 'exit');
}

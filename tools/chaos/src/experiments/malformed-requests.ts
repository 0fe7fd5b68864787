import { connect } from 'node:net';
import { malformedRequest } from '../load/malformed-request.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const AT_ONCE = 16;
/** How long a connection that is not answered stays open: the service may well wait for the rest of what is broken off. */
const PATIENCE_MS = 500;
/** How long a bystander may wait: a request that keeps a node busy for so long is a fault on any machine. */
const BLOCKED_MS = 10_000;

export const malformedRequests: Experiment = {
  name: 'malformed-requests',
  summary: 'requests that are broken, hostile or absurd, on connections of their own',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: false, residentBytes: RESIDENT_BYTES_MAX, wait: { ms: BLOCKED_MS } },
  run: (context) => {
    const requests = context.amount(4_000, 160_000);
    return underLoad(context, { writers: 1, pauseMs: 20, bystander: true }, async (load) => {
      let sent = 0;
      const work = async (): Promise<void> => {
        while (sent < requests && !context.signal.aborted) {
          sent += 1;
          if (sent % 500 === 0) context.progress(`${sent} of ${requests} requests`);
          await sendMalformed(load, sent);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      context.signal.throwIfAborted();
      return sent;
    });
  },
};

async function sendMalformed({ cluster, client, complain }: Load, index: number): Promise<void> {
  const node = cluster.nodes[index % cluster.nodes.length];
  const bytes = malformedRequest(index, client.headersOf(2));
  const status = await statusOf(node?.url ?? '', bytes);
  if (status !== undefined && status >= 500 && status !== 501)
    complain(`a malformed request was answered ${status}: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`);
}

/** Undefined when the connection was closed without an answer, or none came in time. */
function statusOf(url: string, bytes: Buffer): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const end = (status?: number): void => {
      resolve(status);
      socket.destroy();
    };
    socket.setTimeout(PATIENCE_MS, end);
    socket.on('error', () => end());
    socket.on('close', () => end());
    socket.once('data', (answer) => end(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1])));
    socket.write(bytes);
  });
}

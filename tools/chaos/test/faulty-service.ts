import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What it does wrong to every object whose name begins with the word. */
export type Fault = 'lose' | 'double' | 'forget' | 'break';

/** A service that keeps objects and answers by their keys, and does what their names ask it to do wrong. */
export interface FaultyService {
  readonly url: string;
  close(): Promise<void>;
}

interface Stored {
  readonly id: number;
  readonly nome: string;
}

export async function startFaultyService(): Promise<FaultyService> {
  const objects: Stored[] = [];
  const answers = new Map<string, string>();
  const server = createServer((request, response) => void answer(request, response, objects, answers));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, objects: Stored[], answers: Map<string, string>): Promise<void> {
  if (request.url?.endsWith('/authenticate')) response.setHeader('X-Token', 'token').end();
  else if (request.method === 'GET') list(request, response, objects);
  else create(String(request.headers['idempotency-key']), (await json(request)) as Stored, response, objects, answers);
}

/** Two to a page. */
function list({ url = '' }: IncomingMessage, response: ServerResponse, objects: readonly Stored[]): void {
  const after = Number(new URL(url, 'http://localhost').searchParams.get('after'));
  const rest = objects.filter(({ id }) => id > after);
  const page = rest.slice(0, 2);
  if (rest.length > 2) response.setHeader('Link', `</api/v3/1/Anagrafica?after=${page.at(-1)?.id}>; rel="next"`);
  response.end(JSON.stringify(page));
}

function create(key: string, { nome }: Stored, response: ServerResponse, objects: Stored[], answers: Map<string, string>): void {
  const does = (fault: Fault): boolean => nome.startsWith(fault);
  if (does('break')) {
    response.writeHead(500).end();
    return;
  }
  const known = answers.get(key);
  if (known !== undefined && !does('forget')) {
    response.writeHead(201, { 'Idempotent-Replayed': 'true' }).end(known);
    return;
  }
  const stored = { id: objects.length + 1, nome };
  if (!does('lose') && !(does('forget') && known !== undefined)) objects.push(stored);
  if (does('double')) objects.push({ ...stored, id: objects.length + 1 });
  const text = JSON.stringify({ ...stored, at: answers.size });
  answers.set(key, text);
  response.writeHead(201).end(text);
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventoTypes, verify } from '@business-cloud/events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Running, startRunning } from '../harness/running.ts';

// The command of the package of events, tried against a real service: its own tests have none.
const EVENTS_CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@business-cloud/events')));

let home: string;
let running: Running;
let own: Server;
let listener: ChildProcess;
let secret = '';
const received: string[] = [];
const printed: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  home = mkdtempSync(join(tmpdir(), 'events-command-'));
  running = await startRunning({ deliveryCaFile: join(home, '.cache/business-cloud', `listen-${port}.pem`) });
  own = createServer(async (request, response) => {
    const body = await buffer(request);
    verify({ header: String(request.headers['service-signature']), body, secret });
    received.push(JSON.parse(body.toString()).Type);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(own, 'listening');
  const { port: ownPort } = own.address() as AddressInfo;
  const args = [EVENTS_CLI, 'listen', '--port', String(port), '--forward-to', `http://127.0.0.1:${ownPort}/webhook`];
  listener = spawn(process.execPath, args, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  if (listener.stdout === null) throw new Error('The command has no output.');
  createInterface({ input: listener.stdout }).on('line', (line) => printed.push(line));
  secret = await vi.waitFor(() => secretIn(printed) ?? expect.fail('There is no secret yet.'), { timeout: 10_000 });
});
afterAll(async () => {
  listener.kill('SIGKILL');
  own.close();
  await running.close();
  rmSync(home, { recursive: true });
});

function secretIn(lines: readonly string[]): string | undefined {
  return lines.flatMap((line) => /^secret of webhook \d+: (whsec_.*)$/.exec(line)?.[1] ?? [])[0];
}

function environment(): NodeJS.ProcessEnv {
  const { userName, password, apiKey, companies } = running.access;
  return {
    ...process.env,
    HOME: home,
    BUSINESS_CLOUD_SERVICE: running.url,
    BUSINESS_CLOUD_USER: userName,
    BUSINESS_CLOUD_PASSWORD: password,
    BUSINESS_CLOUD_API_KEY: apiKey,
    BUSINESS_CLOUD_LICENSE_KEY: companies[0]?.licenseKey,
  };
}

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test.for(eventoTypes)('%s is made to happen, delivered, verified, forwarded and answered', async (type) => {
  const before = received.length;
  await promisify(execFile)(process.execPath, [EVENTS_CLI, 'trigger', type], { env: environment() });
  await vi.waitFor(() => expect(received.slice(before)).toContain(type), { timeout: 10_000 });
  await running.settled();
  expect(printed).toContainEqual(expect.stringMatching(new RegExp(`^accepted ${type} `)));
});

test('what was made is removed again, but for what an issued document needs', async () => {
  const { body: articoli } = await running.call('GET', '/api/v3/1/articolo');
  expect(articoli).toHaveLength(3);
  const { body: documenti } = await running.call('GET', '/api/v3/1/Documento');
  const { body: contacts } = await running.call('GET', '/api/v3/1/Anagrafica');
  expect([documenti.length, contacts.length]).toEqual([2, 2]);
});

test('the webhook ends with the command', async () => {
  expect((await running.call('GET', '/api/v3/config/webhook')).body).toHaveLength(1);
  listener.kill('SIGINT');
  expect(await once(listener, 'exit')).toEqual([0, null]);
  expect((await running.call('GET', '/api/v3/config/webhook')).body).toHaveLength(0);
});

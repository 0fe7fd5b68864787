import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Running, startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const LISTS = 500;
let running: Running;

beforeEach(async () => {
  running = await startRunning({ listsOfOneMax: 8 });
});
afterEach(() => running.close());

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly count?: number;
  readonly reason?: string;
  readonly err?: unknown;
}

const linesOf = ({ logged }: Running): Line[] => logged.map((line) => JSON.parse(line));
const lines = (): Line[] => linesOf(running);

/** Sends lists on one connection, one behind the other; resolves with the statuses. */
function pipelined(count: number): Promise<string[]> {
  const { hostname, port } = new URL(running.url);
  const headers = Object.entries(running.headers(1)).map(([name, value]) => `${name}: ${value}\r\n`);
  const list = (more = '') => `GET /api/v3/1/articolo HTTP/1.1\r\nHost: x\r\n${headers.join('')}${more}\r\n`;
  return new Promise((resolve, reject) => {
    let text = '';
    connect(Number(port), hostname)
      .on('error', reject)
      .on('data', (bytes) => {
        text += bytes;
      })
      .on('end', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status)))
      .write(list().repeat(count - 1) + list('Connection: close\r\n'));
  });
}

test('a flood of lists is no flood of errors: what is refused is counted, not repeated', async () => {
  const statuses = await pipelined(LISTS);
  const refused = statuses.filter((status) => status === '503').length;
  expect([statuses.length, new Set(statuses)]).toEqual([LISTS, new Set(['200', '503'])]);
  const metrics = (await running.service.monitor.inject('/metrics')).body;
  expect(metrics).toContain(`business_cloud_refusals_total{operation="listArticolo",status="503"} ${refused}`);
  await running.service.app.close();
  const told = lines().filter(({ level }) => level >= 40);
  expect(told.map(({ level }) => level)).toEqual(told.map(() => 40));
  expect(told.every(({ err }) => err === undefined)).toBe(true);
  expect(told.length).toBeLessThanOrEqual(4);
  expect(told.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(refused);
});

test('writes that have too many before them on PostgreSQL are told in the same way', async () => {
  const busy = await startRunning({ database: await freshDatabase(), waitingWritesMax: 1, connectionsMax: 1 });
  const write = (index: number) => busy.call('POST', '/api/v3/1/Anagrafica', { body: { nome: `Ada ${index}` } });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => write(index)));
  const refused = answers.filter(({ status }) => status === 503).length;
  expect(refused).toBeGreaterThan(10);
  await busy.close();
  const told = linesOf(busy).filter(({ level }) => level >= 40);
  expect(told.map(({ level, err }) => [level, err])).toEqual(told.map(() => [40, undefined]));
  expect(told.length).toBeLessThan(refused / 2);
  expect(told.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(refused);
});

test('logins that are refused are told in the same way', async () => {
  const login = (index: number) =>
    running.call('POST', '/api/v3/authenticate', {
      body: { UserName: `sprayed ${index}`, Password: 'guess' },
      headers: { Authorization: '' },
    });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => login(index)));
  const refused = answers.filter(({ status }) => status === 429).length;
  const metrics = (await running.service.monitor.inject('/metrics')).body;
  expect(metrics).toContain(`business_cloud_refusals_total{operation="authenticate",status="429"} ${refused}`);
  await running.service.app.close();
  const told = lines().filter(({ level }) => level >= 40);
  expect(told.length).toBeLessThanOrEqual(4);
  expect(told.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(refused);
});

test('a delivery that succeeds is told at debug, one that fails at info', async () => {
  await running.call('POST', '/api/v3/config/webhook', {
    body: { AziendaId: 1, Url: `${running.receiver.url}/hook`, Events: ['Anagrafica.Create'] },
  });
  const attempts = () => lines().filter((line) => 'deliveryId' in line);
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' } });
  await expect.poll(() => attempts().map(({ level }) => level)).toEqual([20]);
  running.receiver.behave(() => 500);
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Grace' } });
  await expect.poll(() => attempts().map(({ level }) => level)).toEqual([20, 30]);
});

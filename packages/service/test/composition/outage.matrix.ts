import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { CLI, demoClient, startProcess } from '../harness/process.ts';
import { startRoundRobin } from '../harness/round-robin.ts';
import { startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const PATH = '/api/v3/1/Anagrafica';
const WRITES_MAX = 200;

test('a full disk refuses writes as unavailable and loses none that it answered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const args = ['demo', '--port', '0', '--print', 'json', '--database', join(folder, 'data.sqlite'), '--log-level', 'silent'];
  const limited = await startProcess(args, 1024 * 1024);
  const client = await demoClient(limited);
  const nome = 'x'.repeat(60);
  const note = 'n'.repeat(200);
  const answers = new Map<string, string>();
  let refusal: Response | undefined;
  for (let index = 0; index < WRITES_MAX && refusal === undefined; index += 1) {
    const righe = Array.from({ length: 50 }, () => ({ descrizione: note, quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' }));
    const anagrafica = await client.call('POST', PATH, { nome }, `a-${index}`);
    if (anagrafica.status !== 201) refusal = anagrafica;
    else {
      const text = await anagrafica.text();
      answers.set(`a-${index}`, text);
      const body = { data: '2026-03-01', anagraficaId: JSON.parse(text).id, righe };
      const documento = await client.call('POST', '/api/v3/1/Documento', body);
      if (documento.status !== 201) refusal = documento;
    }
  }
  expect(refusal?.status).toBe(503);
  expect(await refusal?.json()).toMatchObject({ code: 'unavailable' });
  expect((await client.call('GET', PATH)).status).toBe(200);
  await limited.kill();

  const again = await startProcess(args);
  const after = await demoClient(again);
  for (const [key, text] of answers) expect(await (await after.call('POST', PATH, { nome }, key)).text()).toBe(text);
  await again.kill();
  rmSync(folder, { recursive: true });
});

test('a disk that is full at the start is told in one sentence, with exit code 2', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const starting = startProcess(['start', '--port', '0', '--database', join(folder, 'data.sqlite')], 4096);
  await expect(starting).rejects.toThrow(/^2: business-cloud-service: [^\n]+\n$/);
  rmSync(folder, { recursive: true });
});

test('a disk that is full while a command writes is told in one sentence, with exit code 2, and what was there still is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const database = ['--database', join(folder, 'data.sqlite')];
  await startProcess(['company', 'add', '--id', '1', '--name', 'Kept', ...database]).then(({ ended }) => ended);
  const adding = startProcess(['company', 'add', '--id', '2', '--name', 'Lost', ...database], 1024);
  await expect(adding).rejects.toThrow(/^2: business-cloud-service: [^\n]+\n$/);
  const listed = await startProcess(['company', 'list', ...database]);
  expect([listed.firstLine, await listed.ended]).toEqual(['[', 0]);
  rmSync(folder, { recursive: true });
});

// Not every system has a device that is always full.
test.skipIf(!existsSync('/dev/full')).each([
  ['logs', 'stderr'],
  ['what is printed', 'stdout'],
])('a service goes on and ends as it is asked to when %s cannot be written', async (_what, full) => {
  const device = openSync('/dev/full', 'w');
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const args = ['demo', '--port', '0', '--log-level', 'debug', '--write-config', join(folder, 'conformance.yaml')];
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', full === 'stdout' ? device : 'ignore', full === 'stderr' ? device : 'ignore'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const { service } = await vi.waitFor(() => parse(readFileSync(join(folder, 'conformance.yaml'), 'utf8')), 150_000);
  for (let count = 0; count < 20; count += 1) expect((await fetch(`${service.customerUrl}/nowhere`)).status).toBe(404);
  child.kill('SIGTERM');
  expect(await ended).toEqual([full === 'stdout' ? 2 : 0, null]);
  closeSync(device);
  rmSync(folder, { recursive: true });
});

test('while the database is out of reach requests are unavailable, and served again after', async () => {
  const direct = new URL(await freshDatabase());
  const front = await startRoundRobin([`http://${direct.host}`]);
  const through = new URL(direct);
  through.port = new URL(front.url).port;
  const running = await startRunning({ database: String(through), sealingKey: randomBytes(32) });
  const ready = async () => (await running.service.monitor.inject('/health/ready')).statusCode;
  const create = () => running.call('POST', PATH, { body: { nome: 'Kept' }, key: 'kept' });
  expect([(await create()).status, await ready()]).toEqual([201, 200]);

  await front.close();
  const refused = await create();
  expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([503, 'unavailable', '5']);
  expect([await ready(), (await running.service.monitor.inject('/health/live')).statusCode]).toEqual([503, 200]);

  const back = await startRoundRobin([`http://${direct.host}`], Number(through.port));
  expect([(await create()).headers.get('Idempotent-Replayed'), await ready()]).toEqual(['true', 200]);
  await running.close();
  await back.close();
});

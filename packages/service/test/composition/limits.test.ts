import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const PATH = '/api/v3/1/Anagrafica';

test('a service keeps the limits that it is started with', async () => {
  const running = await startRunning({ bodyLimitBytes: 1_000, tokenLifetimeMs: 60_000 });
  onTestFinished(running.close);
  const write = async (length: number) => (await running.call('POST', PATH, { body: { nome: 'x'.repeat(length) } })).status;
  expect([await write(10), await write(1_000)]).toEqual([201, 413]);
  running.service.clock.advance(59_000);
  expect(await write(10)).toBe(201);
  running.service.clock.advance(1_000);
  expect(await write(10)).toBe(401);
});

test('no more logins are checked and no more lists wait at once than the service is told', async () => {
  const running = await startRunning({ loginsMax: 2, listsOfOneMax: 2 });
  onTestFinished(running.close);
  const { userName, password } = running.access;
  const login = () => running.call('POST', '/api/v3/authenticate', { body: { UserName: userName, Password: password } });
  const list = () => running.call('GET', PATH);
  const statuses = async (ask: () => Promise<{ readonly status: number }>) =>
    new Set((await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status));
  expect(await statuses(login)).toEqual(new Set([200, 429]));
  expect(await statuses(list)).toEqual(new Set([200, 503]));
});

test('on PostgreSQL no more writes wait for a company than the service is told to let wait', async () => {
  const database = await freshDatabase();
  const running = await startRunning({ database, sealingKey: randomBytes(32), connectionsMax: 2, waitingWritesMax: 0 });
  onTestFinished(running.close);
  const { body: anagrafica } = await running.call('POST', PATH, { body: { nome: 'Ada' } });
  const riga = { descrizione: 'Viti', quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' };
  const body = { data: '2026-03-01', anagraficaId: anagrafica.id, righe: [riga] };
  const written = await Promise.all(Array.from({ length: 20 }, () => running.call('POST', '/api/v3/1/Documento', { body })));
  expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201, 503]));
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startService } from '../../src/index.ts';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

test('what was not confirmed before the end is delivered after the next start, and keys still replay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'restart-'));
  const options = { database: join(folder, 'data.sqlite'), sealingKey: randomBytes(32) };
  const first = await startRunning({ ...options, deliveryAllow: [] });
  await createWebhook(first, { Events: ['Anagrafica.Create'] });
  const created = await first.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Kept' }, key: 'kept' });
  await first.settled();
  const webhooks = await first.call('GET', '/api/v3/config/webhook');
  await first.service.close();

  const second = await startRunning(options);
  const replay = await second.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Kept' }, key: 'kept' });
  expect([replay.text, replay.headers.get('Idempotent-Replayed')]).toEqual([created.text, 'true']);
  expect((await second.call('GET', '/api/v3/config/webhook')).text).toBe(webhooks.text);
  second.service.clock.advance(6_000);
  await first.receiver.waitFor(1);
  await first.receiver.close();
  await second.close();
  rmSync(first.folder, { recursive: true });
  rmSync(folder, { recursive: true });
});

test.each([
  ['a webhook', (running: Running) => createWebhook(running, { Events: ['Anagrafica.Create'] })],
  ['a stored answer', (running: Running) => running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Kept' }, key: 'kept' })],
])('with another key than the one that sealed %s it does not start', async (_title, seal) => {
  const folder = mkdtempSync(join(tmpdir(), 'restart-'));
  const database = join(folder, 'data.sqlite');
  const first = await startRunning({ database, sealingKey: randomBytes(32) });
  await seal(first);
  await first.close();
  const options = { database, sealingKey: randomBytes(32), log: pino({ level: 'silent' }) };
  await expect(startService(options)).rejects.toMatchObject({ code: 'key-unusable' });
  rmSync(folder, { recursive: true });
});

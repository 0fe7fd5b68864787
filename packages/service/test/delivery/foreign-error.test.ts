import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOREIGN_TEXT_MAX } from '../../src/model/foreign-text.ts';
import { createCertificates } from '../harness/certificates.ts';
import { startReceiver } from '../harness/receiver.ts';
import { startRunning } from '../harness/running.ts';

test('DLV-09: a certificate with 900 names makes no long error, neither in the log of events nor in that of the service', async () => {
  const certificates = await createCertificates(Array.from({ length: 900 }, (_, index) => `a-rather-long-name-of-a-host-${index}.example`));
  const receiver = await startReceiver(certificates);
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  writeFileSync(join(folder, 'ca.pem'), certificates.authority);
  const running = await startRunning({ deliveryCaFile: join(folder, 'ca.pem') });
  await running.call('POST', '/api/v3/config/webhook', { body: { AziendaId: null, Url: receiver.url, Events: ['Anagrafica.Create'] } });
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' } });
  await running.settled();
  const [{ evento }] = Array.from((await running.call('GET', '/api/v3/config/evento')).body) as unknown as [
    { evento: { EventGuid: string } },
  ];
  const { body } = await running.call('GET', `/api/v3/config/evento/${evento.EventGuid}`);
  const [{ attempts }] = body.deliveries as [{ attempts: { error: string }[] }];
  expect(attempts[0]?.error).toContain('localhost');
  expect(attempts[0]?.error.length).toBeLessThanOrEqual(FOREIGN_TEXT_MAX);
  expect(Math.max(...running.logged.map(({ length }) => length))).toBeLessThan(3 * FOREIGN_TEXT_MAX);
  await running.close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

test('HDR-07: an application id and a path of thousands of characters are cut in the log', async () => {
  const running = await startRunning();
  const before = running.logged.length;
  await running.call('GET', `/api/v3/1/${'x'.repeat(7_000)}`, { headers: { 'X-Service-ApplicationId': 'y'.repeat(7_000) } });
  const lines = running.logged.slice(before).join('');
  expect(lines).toContain(`"applicationId":"${'y'.repeat(FOREIGN_TEXT_MAX - 1)}…"`);
  expect(lines.length).toBeLessThan(4 * FOREIGN_TEXT_MAX);
  await running.close();
});
